import type { CommandFailure } from './command-failure.js';
import { renderOptionsOf, type CommandIo } from './command-io.js';
import { printable } from './printable.js';
import { showJsonLine } from './show-json.js';

/** Says on stderr why a command ended: to people, or as one line of JSON. */
export function reportFailure(io: CommandIo, failure: CommandFailure, isJson: boolean): void {
  const { error, exitCode, hint } = failure;
  io.stderr.write(`${isJson ? showJsonLine({ error, exitCode }) : inWords(io, error.message, hint)}\n`);
}

function inWords(io: CommandIo, message: string, hint: string | undefined): string {
  const { palette } = renderOptionsOf(io, io.stderr);
  const lines = message.split('\n').map(printable).join('\n');
  return `${palette.red('error:')} ${lines}${hint === undefined ? '' : `\n${palette.dim(hint)}`}`;
}
