import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type { runCommand } from '../../../src/apps/cli/run-command.js';
import { onTestFinished } from '../../support/concurrent-tests.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { Ended } from './command.js';
import { followTerminal, type Terminal } from './terminal.js';

/** Loads the built command if there is one: each test file loads it, and its sources take seconds. */
const load = (): Promise<unknown> => {
  const built = inject('commandModule');
  return built === undefined ? import('../../../src/apps/cli/run-command.js') : import(pathToFileURL(built).href);
};

/** The state is in a temporary folder, unless `given` names another one. @returns the exit code */
async function run(args: readonly string[], given: NodeJS.ProcessEnv, streams: object): Promise<number> {
  const folder = await temporaryFolder();
  const env = { FLEETGLASS_STATE: join(folder, 'state'), FLEETGLASS_CONFIG: join(folder, 'config'), ...given };
  const command = (await load()) as { readonly runCommand: typeof runCommand };
  return command.runCommand(args, { env, ...streams } as unknown as Parameters<typeof runCommand>[1]);
}

/**
 * Runs the command inside the test's process, without a keyboard. Faster than a separate process.
 *
 * @param columns the width of the terminal that it prints on. @default none: it prints into pipes
 */
export async function runHere(
  args: readonly string[],
  given: NodeJS.ProcessEnv = {},
  columns?: number,
): Promise<Ended> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (columns !== undefined) for (const stream of [stdout, stderr]) Object.assign(stream, { isTTY: true, columns });
  const output = Promise.all([text(stdout), text(stderr)]);
  const exitCode = await run(args, given, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [printed, errors] = await output;
  return { exitCode, stdout: printed, stderr: errors };
}

/**
 * Runs the command inside the test's process, on a terminal with a keyboard. Only a real terminal, of `openTerminal`,
 * has modes and sends signals.
 */
export function openHere(args: readonly string[], columns: number, given: NodeJS.ProcessEnv = {}): Terminal {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns, rows: 50 });
  // A closed terminal refuses what is printed later.
  screen.on('error', () => {});
  // A board ends with its keyboard.
  onTestFinished(() => void keyboard.end());
  const streams = { stdin: keyboard, stdout: screen, stderr: screen };
  const ended = run(args, { TERM: 'xterm-256color', ...given }, streams).then(async (exitCode) => {
    screen.end();
    await finished(screen).catch(() => {});
    return exitCode;
  });
  return followTerminal(screen, keyboard, ended, () => void screen.destroy());
}
