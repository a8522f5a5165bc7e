import type { Credentials } from '../../core/api/credentials.js';
import { askPassword, askUsername } from './ask-credentials.js';
import type { CommandIo } from './command-io.js';
import { passwordVariable, readVariable, usernameVariable } from './environment-variables.js';
import { UsageError } from './usage-error.js';

/**
 * The account's credentials: from the two environment variables; what they lack is asked for on the terminal.
 *
 * @throws UsageError where nobody can be asked.
 * @throws Interrupted
 */
export async function readAccountCredentials(io: CommandIo): Promise<Credentials> {
  const [username, password] = [readVariable(io.env, usernameVariable), readVariable(io.env, passwordVariable)];
  if (username !== '' && password !== '') return { username, password };
  // The question goes to stderr, so that stdout stays clean.
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) throw new UsageError(missing(username, password));
  return {
    username: username || (await askUsername(io)),
    password: password || (await askPassword(io)),
  };
}

function missing(username: string, password: string): string {
  const variables = [username === '' ? usernameVariable : '', password === '' ? passwordVariable : ''].filter(Boolean);
  const verb = variables.length === 1 ? 'is' : 'are';
  return `${variables.join(' and ')} ${verb} not set, and without a terminal there is nobody to ask.`;
}
