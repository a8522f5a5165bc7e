import { password as passwordPrompt, text as textPrompt } from '@clack/prompts';
import { inspectCredentials } from '../../core/api/credentials.js';
import type { CommandIo } from './command-io.js';
import { Interrupted } from './interrupted.js';

/** Asks for a user name on the terminal. @throws Interrupted */
export async function askUsername({ stdin, stderr }: CommandIo): Promise<string> {
  const validate = (username = ''): string | undefined => problemOf({ username, password: '' }, username);
  return answered(
    await textPrompt({ message: 'User name of the account', validate, input: stdin, output: stderr, withGuide: false }),
  );
}

/** Asks for a password on the terminal, which does not show it. @throws Interrupted */
export async function askPassword({ stdin, stderr }: CommandIo): Promise<string> {
  const validate = (password = ''): string | undefined => problemOf({ username: '', password }, password);
  return answered(
    await passwordPrompt({ message: 'Password', mask: '', validate, input: stdin, output: stderr, withGuide: false }),
  );
}

function problemOf(credentials: { username: string; password: string }, answer: string): string | undefined {
  return answer === '' ? 'must not be empty' : inspectCredentials(credentials)[0]?.message;
}

/** Anything but a text says that the person pressed Ctrl-C or Escape. */
function answered(answer: string | symbol): string {
  if (typeof answer !== 'string') throw new Interrupted();
  return answer;
}
