import type { Transition } from '../../core/transitions/transition.js';
import { printable } from '../../format/printable.js';

/** One line of the log on the board. */
export interface LogEntry {
  /** Unix milliseconds. */
  readonly at: number;
  /** Whom it is about, printable. */
  readonly who: string;
  readonly what: string;
  /** `seen`: the fleet saw it; `done`: somebody at the board did it; `failed`: somebody tried. */
  readonly kind: 'seen' | 'done' | 'failed';
}

/** A transition in words. */
export function logTransition({ at, record, id, field, from, to }: Transition): LogEntry {
  const change = `${field} ${valueOf(from)} → ${valueOf(to)}`;
  return { at, who: printable(record.database_name || id), what: change, kind: 'seen' };
}

function valueOf(value: string | undefined): string {
  return value === undefined ? 'at rest' : printable(value);
}
