import { createPalette } from './palette.js';
import { printable } from '../../format/printable.js';
import type { RenderOptions } from './render-options.js';

/** What a command talks with: documents and tables go to `stdout`, everything about them to `stderr`. */
export interface CommandIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

const USUAL_COLUMNS = 80;

/** How text for people is rendered on one of the streams. */
export function renderOptionsOf({ env }: CommandIo, stream: NodeJS.WriteStream): RenderOptions {
  const isTerminal = stream.isTTY === true;
  // Some terminals say 0 when they do not know.
  return { columns: isTerminal ? stream.columns || USUAL_COLUMNS : Infinity, palette: createPalette(env, isTerminal) };
}

/** Whether a person sees the output and can answer. */
export function isInteractive({ stdin, stdout }: CommandIo): boolean {
  return stdin.isTTY === true && stdout.isTTY === true;
}

/** Says something beside the result, to people; it may hold text from elsewhere. */
export function say({ stderr }: CommandIo, text: string): void {
  stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
}
