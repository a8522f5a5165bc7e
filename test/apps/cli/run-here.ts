import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type { runCommand } from '../../../src/apps/cli/run-command.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { Ended } from './command.js';

/** Loads the built command if there is one: each test file loads it, and its sources take seconds. */
const load = (): Promise<unknown> => {
  const built = inject('commandModule');
  return built === undefined ? import('../../../src/apps/cli/run-command.js') : import(pathToFileURL(built).href);
};

/**
 * Runs the command inside the test's process, without a keyboard. Faster than a separate process. Its state is in a
 * temporary folder, unless `env` names another one.
 *
 * @param columns the width of the terminal that it prints on. @default none: it prints into pipes
 */
export async function runHere(
  args: readonly string[],
  given: NodeJS.ProcessEnv = {},
  columns?: number,
): Promise<Ended> {
  const folder = await temporaryFolder();
  const env = { FLEETGLASS_STATE: join(folder, 'state'), FLEETGLASS_CONFIG: join(folder, 'config'), ...given };
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (columns !== undefined) for (const stream of [stdout, stderr]) Object.assign(stream, { isTTY: true, columns });
  const io = { env, stdin, stdout, stderr } as unknown as Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'>;
  const output = Promise.all([text(stdout), text(stderr)]);
  const command = (await load()) as { readonly runCommand: typeof runCommand };
  const exitCode = await command.runCommand(args, io);
  stdout.end();
  stderr.end();
  const [printed, errors] = await output;
  return { exitCode, stdout: printed, stderr: errors };
}
