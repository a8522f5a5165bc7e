import { wrapAnsi } from 'fast-wrap-ansi';
import picocolors from 'picocolors';
import stringWidth from 'fast-string-width';

export type Palette = Pick<
  ReturnType<typeof picocolors.createColors>,
  'bold' | 'dim' | 'inverse' | 'green' | 'yellow' | 'red' | 'cyan'
>;

export type Style = (text: string) => string;

/** Creates the palette for a stream. Does not use picocolors' detection, which colours pipes if `CI` is set. */
export function createPalette(env: NodeJS.ProcessEnv, isTerminal: boolean): Palette {
  return picocolors.createColors(isColourWanted(env, isTerminal));
}

/** Whether to use colour: on terminals, always with `FORCE_COLOR` (force-color.org), never with `NO_COLOR` (no-color.org). */
export function isColourWanted(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { NO_COLOR: no = '', FORCE_COLOR: force = '' } = env;
  if (no !== '' || force === '0' || force === 'false') return false;
  return force !== '' || (isTerminal && env['TERM'] !== 'dumb');
}

export interface RenderOptions {
  /** Columns of the terminal. `Infinity` without a terminal. */
  readonly columns: number;
  readonly palette: Palette;
}

export function wrapText(text: string, columns: number): string[] {
  return Number.isFinite(columns) ? wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n') : [text];
}

/** Wraps the lines of a message. An indented line stays whole, because it is a command to copy. */
export function wrapMessage(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : wrapText(line, columns)))
    .join('\n');
}

/**
 * Wraps the lines of a help text that are wider than the terminal. In a line of two columns, such as an option and its
 * description, the second column keeps its indentation. If the first one takes over half of the width, the second one
 * is below it.
 */
export function wrapHelp(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length > columns ? wrapSecondColumn(line, columns) : [line]))
    .join('\n');
}

function wrapSecondColumn(line: string, columns: number): string[] {
  const [start = ''] = /^ *(?:\S+(?: \S+)* {2,}(?=\S))?/.exec(line) ?? [];
  const isBelow = start.trim() !== '' && start.length > columns / 2;
  const indent = ' '.repeat(isBelow ? BELOW_INDENT : start.length);
  const lines = wrapText(line.slice(start.length), columns - indent.length).map((each) => indent + each);
  if (isBelow) return [start.trimEnd(), ...lines];
  const [first = '', ...others] = lines;
  return [start + first.slice(start.length), ...others];
}

const BELOW_INDENT = 4;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to `columns` terminal columns, between graphemes. A text that was cut ends with `…`. */
export function cutText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
