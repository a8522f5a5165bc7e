import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type { runCommand } from '../../../src/apps/cli/run-command.js';
import { onTestFinished } from '../../support/concurrent-tests.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { followOutput, type Ended, type Running } from './command.js';
import { followTerminal, type Terminal } from './terminal.js';

/** Loads the built command if there is one: each test file loads it, and its sources take seconds. */
const load = (): Promise<unknown> => {
  const built = inject('commandModule');
  return built === undefined ? import('../../../src/apps/cli/run-command.js') : import(pathToFileURL(built).href);
};

/**
 * Everything that the command keeps is in a temporary folder, unless `given` names another one.
 *
 * @returns the exit code, after everything that was printed is read
 */
async function run(
  args: readonly string[],
  given: NodeJS.ProcessEnv,
  streams: Readonly<Record<'stdin' | 'stdout' | 'stderr', PassThrough>>,
  signals: EventEmitter,
): Promise<number> {
  const HOME = await temporaryFolder();
  const env = { HOME, FLEETGLASS_STATE: join(HOME, 'state'), FLEETGLASS_CONFIG: join(HOME, 'config'), ...given };
  const command = (await load()) as { readonly runCommand: typeof runCommand };
  const io = { env, signals, ...streams } as unknown as Parameters<typeof runCommand>[1];
  const exitCode = await command.runCommand(args, io);
  const printed = [streams.stdout, streams.stderr];
  for (const stream of printed) stream.end();
  await Promise.allSettled(printed.map((stream) => finished(stream)));
  return exitCode;
}

/**
 * Starts the command inside the test's process, without a keyboard. Faster than a separate process. It cannot be killed
 * with SIGKILL.
 *
 * @param columns the width of the terminal that it prints on. @default none: it prints into pipes
 */
export function startHere(args: readonly string[], given: NodeJS.ProcessEnv = {}, columns?: number): Running {
  const signals = new EventEmitter();
  const kill = (signal: NodeJS.Signals): void => void signals.emit(signal);
  onTestFinished(() => kill('SIGTERM'));
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (columns !== undefined) for (const stream of [stdout, stderr]) Object.assign(stream, { isTTY: true, columns });
  const exitCode = run(args, given, { stdin, stdout, stderr }, signals);
  return { pid: process.pid, ...followOutput(stdout, stderr, exitCode, kill) };
}

/** Runs the command to its end, as {@link startHere} does. */
export const runHere = (...given: Parameters<typeof startHere>): Promise<Ended> => startHere(...given).ended;

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
  const ended = run(args, { TERM: 'xterm-256color', ...given }, streams, new EventEmitter());
  return followTerminal(screen, keyboard, ended, () => void screen.destroy());
}
