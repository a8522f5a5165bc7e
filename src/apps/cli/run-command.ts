import { CommanderError } from 'commander';
import { describeFailure } from './describe-failure.js';
import type { CommandIo } from '../terminal/command-io.js';
import { exitCodes } from './exit-codes.js';
import { createProgram } from './program.js';
import { reportFailure } from './report-failure.js';

/**
 * Runs the `fleetglass` command once, and reports on stderr what went wrong.
 *
 * @param args what follows the name of the command.
 * @returns the exit code. Never rejects.
 */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    await createProgram(io).parseAsync(args, { from: 'user' });
    return exitCodes.good;
  } catch (thrown) {
    const failure = describeFailure(thrown);
    // Help and version were printed already, also the help that stands for a missing command.
    if (!isPrinted(thrown)) reportFailure(io, failure, args.includes('--json'));
    return failure.exitCode;
  }
}

function isPrinted(thrown: unknown): boolean {
  return (
    thrown instanceof CommanderError &&
    ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(thrown.code)
  );
}
