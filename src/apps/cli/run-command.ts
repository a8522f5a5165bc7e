import { CommanderError } from 'commander';
import { printable, printableJson } from '../../format/printable.js';
import { type CommandIo, renderOptionsOf } from '../terminal/command-io.js';
import { wrapMessage } from '../terminal/text.js';
import { type CommandFailure, toCommandFailure } from './failure/command-failure.js';
import { exitCodes } from './failure/exit-codes.js';
import { createProgram } from './program.js';

/**
 * Runs the `fleetglass` command once, and returns its exit code. Prints a failure on stderr, and never rejects.
 *
 * @param io `NO_COLOR` or `FORCE_COLOR` is deleted from its `env`
 */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    await createProgram(io).parseAsync(args, { from: 'user' });
    return exitCodes.success;
  } catch (thrown) {
    const failure = toCommandFailure(thrown, io.env);
    // The arguments after -- are for another program.
    const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
    if (!(thrown instanceof CommanderError && PRINTED.includes(thrown.code)))
      printFailure(io, failure, own.some(asksForJson));
    return failure.exitCode;
  }
}

const asksForJson = (argument: string, at: number, all: readonly string[]): boolean =>
  ['--json', '--format=json'].includes(argument) || (argument === '--format' && all[at + 1] === 'json');

/** The codes with which Commander ends after it has printed what the user asked for. */
const PRINTED = ['commander.help', 'commander.helpDisplayed', 'commander.version'];

function printFailure(io: CommandIo, { error, exitCode, hint }: CommandFailure, isJson: boolean): void {
  if (isJson) return void io.stderr.write(`${printableJson(JSON.stringify({ error, exitCode }))}\n`);
  const { columns, palette } = renderOptionsOf(io, io.stderr);
  const [first = '', ...rest] = error.message.split('\n').map(printable);
  const lines = [`${palette.red('error:')} ${first}`, ...rest, ...(hint === undefined ? [] : [palette.dim(hint)])];
  io.stderr.write(`${wrapMessage(lines.join('\n'), columns)}\n`);
}
