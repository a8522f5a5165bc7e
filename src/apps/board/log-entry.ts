import type { Transition } from '../../core/fleet/transition.js';
import { printable } from '../../format/printable.js';

/** One line of the log on the board. */
export interface LogEntry {
  /** Unix milliseconds. */
  readonly at: number;
  /** The name of the resource, or the author of an action. Printable. */
  readonly label: string;
  /** The event in one line. Printable. */
  readonly text: string;
  /** More about the event, such as the message of an error. Printable. */
  readonly details?: string;
  /** `seen`: a change that the fleet saw; `done`: an action; `failed`: an action that failed. */
  readonly kind: 'seen' | 'done' | 'failed';
}

/** Converts a transition into a log entry. */
export function logTransition(transition: Transition): LogEntry {
  const { at, record, id } = transition;
  return { at, label: printable(record.database_name || id), text: describeChange(transition), kind: 'seen' };
}

/** Describes a change of the state, or the begin and the end of a change in progress. */
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
