import stringWidth from 'fast-string-width';
import { cutText, wrapText, type RenderOptions } from '../terminal/text.js';
import type { Transition } from '../../core/fleet/transition.js';
import { printable } from '../../format/printable.js';
import { nameOfRecord } from '../../format/record-name.js';

const MAX_LABEL_COLUMNS = 24;
const MIN_LABEL_COLUMNS = 6;
const GAP = '  ';
const TIME_COLUMNS = '  00:00:00  '.length;
const DAY_MS = 86_400_000;

/** @param isFull whether long lines are wrapped instead of cut, and the message of a failure follows its line */
export function renderLog(log: readonly LogEntry[], isFull: boolean, now: number, options: RenderOptions): string[] {
  const { columns, palette } = options;
  const title = palette.bold('CHANGES') + palette.dim(cutText('  newest first, UTC', Math.max(1, columns - 7)));
  if (log.length === 0) return [title, palette.dim(cutText('  None seen yet.', columns))];
  const left = columns - TIME_COLUMNS;
  const widest = Math.max(...log.map(({ label }) => stringWidth(label)));
  const width = Math.max(MIN_LABEL_COLUMNS, Math.min(widest, MAX_LABEL_COLUMNS, Math.floor(left / 3)));
  const lines = log.flatMap(({ at, label, text, kind, details }) => {
    const style = { seen: String, done: palette.cyan, failed: palette.red }[kind];
    const name = cutText(label, width);
    const whole = `${name}${' '.repeat(Math.max(0, width - stringWidth(name)))}${GAP}${text}`;
    const [first = '', ...rest] = isFull ? wrapText(whole, left) : [cutText(whole, left)];
    const more = isFull && details !== undefined ? wrapText(details, left) : [];
    // A store keeps changes for months: older ones have a month and a day, as wide as a time.
    const when = now - at < DAY_MS ? timeOf(at) : new Date(at).toISOString().slice(5, 10).padEnd(8);
    return [
      `  ${palette.dim(when)}  ${style(first)}`,
      ...rest.map((line) => ' '.repeat(TIME_COLUMNS) + style(line)),
      ...more.map((line) => ' '.repeat(TIME_COLUMNS) + palette.dim(line)),
    ];
  });
  return [title, ...lines];
}

export function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

export interface LogEntry {
  /** Unix milliseconds. */
  readonly at: number;
  /** The name of the resource, or the author of an action. Printable. */
  readonly label: string;
  readonly text: string;
  /** More about the event, such as the message of an error. Printable. */
  readonly details?: string;
  /** `seen`: a change that the fleet saw; `done`: an action; `failed`: an action that failed. */
  readonly kind: 'seen' | 'done' | 'failed';
}

export function logTransition(transition: Transition): LogEntry {
  const { at, record, id } = transition;
  return { at, label: printable(nameOfRecord(record) ?? id), text: describeChange(transition), kind: 'seen' };
}

export function describeChange({ field, from, to }: Pick<Transition, 'field' | 'from' | 'to'>): string {
  if (field === 'modifying_state') {
    if (from === undefined) return `${wordOf(to)} begins`;
    if (to === undefined) return `${wordOf(from)} is over`;
  }
  return `${wordOf(from)} → ${wordOf(to)}`;
}

function wordOf(value: string | undefined): string {
  return value === undefined ? 'no state' : printable(value);
}
