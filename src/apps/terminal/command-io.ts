import { createPalette, type RenderOptions, wrapMessage } from './text.js';
import { printable, printableJson } from '../../format/printable.js';
import { stringify } from 'lossless-json';

/** What a command gets from its process. Results go to `stdout`; notes, warnings and errors go to `stderr`. */
export interface CommandIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Where the signals to the command arrive. @default the process */
  readonly signals?: Pick<NodeJS.EventEmitter, 'on' | 'off'> | undefined;
}

const DEFAULT_COLUMNS = 80;

export function renderOptionsOf({ env }: CommandIo, stream: NodeJS.WriteStream): RenderOptions {
  const isTerminal = stream.isTTY === true;
  // Some terminals report 0 columns if they do not know their width.
  return {
    columns: isTerminal ? stream.columns || DEFAULT_COLUMNS : Infinity,
    palette: createPalette(env, isTerminal),
  };
}

/** Whether a board can be drawn, and can read keys. */
export function isInteractive({ env, stdin, stdout }: CommandIo): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb';
}

export function printResult(
  io: CommandIo,
  json: boolean | undefined,
  document: unknown,
  render: (options: RenderOptions) => string,
): void {
  io.stdout.write(`${json ? formatJson(document) : render(renderOptionsOf(io, io.stdout))}\n`);
}

/** Prints a message for people on stderr. Escapes control characters, because the text may come from the service. */
export function printMessage(io: CommandIo, text: string): void {
  const message = text.split('\n').map(printable).join('\n');
  io.stderr.write(`${wrapMessage(message, renderOptionsOf(io, io.stderr).columns)}\n`);
}

export function printWarning(io: CommandIo, warning: string): void {
  const { columns, palette } = renderOptionsOf(io, io.stderr);
  io.stderr.write(`${wrapMessage(`${palette.yellow('warning:')} ${warning}`, columns)}\n`);
}

export function printNotice(io: CommandIo, json: boolean | undefined, notice: string): void {
  if (json) io.stderr.write(`${printableJson(JSON.stringify({ notice }))}\n`);
  else printMessage(io, `note: ${notice}`);
}

export function formatJson(value: unknown): string {
  return printableJson(stringify(value, undefined, 2) ?? 'null');
}

export function formatJsonLine(value: unknown): string {
  return printableJson(stringify(value) ?? 'null');
}
