import type { Transition } from '../../core/transitions/transition.js';
import { printable } from '../../format/printable.js';

/** One line of the log on the board. */
export interface LogEntry {
  /** Unix milliseconds. */
  readonly at: number;
  /** The name of the resource, or the author of an action. Printable. */
  readonly label: string;
  /** The event. Printable. */
  readonly text: string;
  /** `seen`: a change that the fleet saw; `done`: an action; `failed`: an action that failed. */
  readonly kind: 'seen' | 'done' | 'failed';
}

/** Converts a transition into a log entry. */
export function logTransition({ at, record, id, field, from, to }: Transition): LogEntry {
  const change = `${field} ${valueOf(from)} → ${valueOf(to)}`;
  return { at, label: printable(record.database_name || id), text: change, kind: 'seen' };
}

function valueOf(value: string | undefined): string {
  return value === undefined ? 'at rest' : printable(value);
}
