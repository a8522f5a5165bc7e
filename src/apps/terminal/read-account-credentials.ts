import { password as passwordPrompt, text as textPrompt } from '@clack/prompts';
import { inspectCredentials, type Credentials } from '../../core/wire/credentials.js';
import { Interrupted, UsageError } from './command-errors.js';
import type { CommandIo } from './command-io.js';
import { readVariable, variables } from './environment-variables.js';

/** Finds the kept account of an address. Called if the environment lacks the user name or the password. */
export type FindAccount = () => Promise<Credentials | undefined>;

/** Reads the environment, then the kept account, and asks for what both lack. @throws UsageError without a terminal */
export async function readAccountCredentials(io: CommandIo, findAccount?: FindAccount): Promise<Credentials> {
  const [given, secret] = [readVariable(io.env, variables.username), readVariable(io.env, variables.password)];
  if (given !== '' && secret !== '') return { username: given, password: secret };
  const kept = await findAccount?.();
  // A password belongs to its own user name only.
  if (kept !== undefined && secret === '' && (given === '' || given === kept.username))
    return { username: kept.username, password: kept.password };
  // The prompt is written to stderr, so that stdout holds only the result.
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) throw new UsageError(missingMessage(given, secret));
  return { username: given || (await askUsername(io)), password: secret || (await askPassword(io)) };
}

/** As `readAccountCredentials`, for the user name alone. @throws UsageError without a terminal, or for an invalid name */
export async function readAccountUsername(io: CommandIo, findAccount?: FindAccount): Promise<string> {
  const username = readVariable(io.env, variables.username);
  if (username === '') {
    const kept = await findAccount?.();
    if (kept !== undefined) return kept.username;
    if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) throw new UsageError(missingMessage('', 'unused'));
    return askUsername(io);
  }
  const problem = problemOf({ username, password: '' }, username);
  if (problem !== undefined) throw new UsageError(`Invalid ${variables.username}: the user name ${problem}.`);
  return username;
}

function missingMessage(username: string, password: string): string {
  const unset = [username === '' ? variables.username : '', password === '' ? variables.password : ''].filter(Boolean);
  const [verb, pronoun] = unset.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${unset.join(' and ')} ${verb} not set. Set ${pronoun}, or run the command on a terminal, which asks for ${pronoun}.`;
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
export function answerOf(answer: string | symbol): string {
  if (typeof answer !== 'string') throw new Interrupted();
  return answer;
}
