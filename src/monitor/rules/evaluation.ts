import type { Transition } from '../../core/fleet/transition.js';
import type { Entry } from '../../core/store/entry.js';

/**
 * The result of a rule for one target.
 *
 * - `fire`: the fire condition holds.
 * - `clear`: the clear condition holds.
 * - `between`: neither holds.
 * - `unknown`: nothing is known now, for example because the service does not answer. The alert stays as it is.
 */
export type Evaluation =
  | {
      readonly verdict: 'fire';
      readonly summary: string;
      readonly value?: number | undefined;
      /** When the fire condition began to hold, Unix milliseconds. @default now */
      readonly since?: number | undefined;
      /** Passed to the later evaluations of this alert: the value or the time that the alert is about. */
      readonly subject?: string | undefined;
      /** When time alone may change the value, Unix milliseconds. */
      readonly nextAt?: number | undefined;
    }
  | {
      readonly verdict: 'clear' | 'between' | 'unknown';
      /** When time alone may change the verdict, Unix milliseconds. */
      readonly nextAt?: number | undefined;
    };

export interface AlertSoFar {
  readonly alert: { readonly state: 'pending' | 'firing'; readonly startedAt: number };
  readonly subject?: string | undefined;
}

export interface RecordFacts {
  readonly now: number;
  readonly entry: Entry<object>;
  readonly lastTransition: (field: Transition['field']) => Pick<Transition, 'to' | 'at'> | undefined;
  /**
   * Polling has been able to confirm records since this time, Unix milliseconds. It is the start of the monitor, or the
   * end of the last sleep of the computer.
   */
  readonly awakeSince: number;
  /** When the monitor began to watch the record, Unix milliseconds. Counts as confirmation of a record without one. */
  readonly watchedSince: number;
}

export const CLEAR: Evaluation = { verdict: 'clear' };
export const BETWEEN: Evaluation = { verdict: 'between' };
export const UNKNOWN: Evaluation = { verdict: 'unknown' };
