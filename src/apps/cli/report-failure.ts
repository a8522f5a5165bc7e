import type { CommandFailure } from './describe-failure.js';
import { renderOptionsOf, type CommandIo } from '../terminal/command-io.js';
import { printable } from '../../format/printable.js';
import { showJsonLine } from '../terminal/show-json.js';
import { wrapText } from '../terminal/wrap-text.js';

/** Says on stderr why a command ended: to people, or as one line of JSON. */
export function reportFailure(io: CommandIo, failure: CommandFailure, isJson: boolean): void {
  const { error, exitCode, hint } = failure;
  io.stderr.write(`${isJson ? showJsonLine({ error, exitCode }) : inWords(io, error.message, hint)}\n`);
}

function inWords(io: CommandIo, message: string, hint: string | undefined): string {
  const { columns, palette } = renderOptionsOf(io, io.stderr);
  const [first = '', ...rest] = message.split('\n').map(printable);
  const lines = [`${palette.red('error:')} ${first}`, ...rest, ...(hint === undefined ? [] : [palette.dim(hint)])];
  return lines.flatMap((line) => wrapText(line, columns)).join('\n');
}
