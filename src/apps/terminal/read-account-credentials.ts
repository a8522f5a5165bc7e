import { password as passwordPrompt, text as textPrompt } from '@clack/prompts';
import { inspectCredentials, type Credentials } from '../../core/wire/credentials.js';
import { Interrupted, UsageError } from './command-errors.js';
import type { CommandIo } from './command-io.js';
import { passwordVariable, readVariable, usernameVariable } from './environment-variables.js';

/**
 * Reads the account's credentials from the two environment variables. What is not set is that of the saved account, or is
 * asked for on the terminal.
 *
 * @param saved its password belongs to its user name only
 * @throws UsageError if something is missing and there is no terminal.
 */
export async function readAccountCredentials(io: CommandIo, saved?: Credentials): Promise<Credentials> {
  const username = readVariable(io.env, usernameVariable) || (saved?.username ?? '');
  const savedPassword = username === saved?.username ? saved.password : '';
  const password = readVariable(io.env, passwordVariable) || savedPassword;
  if (username !== '' && password !== '') return { username, password };
  // The prompt is written to stderr, so that stdout holds only the result.
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) throw new UsageError(missingMessage(username, password));
  return {
    username: username || (await askUsername(io)),
    password: password || (await askPassword(io)),
  };
}

/**
 * Reads the account's user name from its environment variable or from the saved account, or asks for it on the terminal.
 *
 * @throws UsageError if it is missing and there is no terminal, or if it is invalid.
 */
export async function readAccountUsername(io: CommandIo, saved?: Credentials): Promise<string> {
  const username = readVariable(io.env, usernameVariable);
  if (username === '') {
    if (saved !== undefined) return saved.username;
    if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) throw new UsageError(missingMessage('', 'unused'));
    return askUsername(io);
  }
  const problem = problemOf({ username, password: '' }, username);
  if (problem !== undefined) throw new UsageError(`Invalid ${usernameVariable}: the user name ${problem}.`);
  return username;
}

function missingMessage(username: string, password: string): string {
  const variables = [username === '' ? usernameVariable : '', password === '' ? passwordVariable : ''].filter(Boolean);
  const [verb, pronoun] = variables.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${variables.join(' and ')} ${verb} not set. Set ${pronoun}, or run the command on a terminal, which asks for ${pronoun}.`;
}

async function askUsername({ stdin, stderr }: CommandIo): Promise<string> {
  const validate = (username = ''): string | undefined => problemOf({ username, password: '' }, username);
  return answerOf(
    await textPrompt({ message: 'User name of the account', validate, input: stdin, output: stderr, withGuide: false }),
  );
}

/** Asks for the password. The terminal shows neither the password nor its length. */
async function askPassword({ stdin, stderr }: CommandIo): Promise<string> {
  const validate = (password = ''): string | undefined => problemOf({ username: '', password }, password);
  return answerOf(
    await passwordPrompt({ message: 'Password', mask: '', validate, input: stdin, output: stderr, withGuide: false }),
  );
}

function problemOf(credentials: Credentials, answer: string): string | undefined {
  return answer === '' ? 'must not be empty' : inspectCredentials(credentials)[0]?.message;
}

/** The prompt returns a symbol if the user pressed Ctrl-C or Escape. */
function answerOf(answer: string | symbol): string {
  if (typeof answer !== 'string') throw new Interrupted();
  return answer;
}
