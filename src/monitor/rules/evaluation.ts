import type { Transition } from '../../core/fleet/transition.js';
import type { Entry } from '../../core/store/entry.js';

/** `between`: neither condition holds. `unknown`: nothing is known, for example in an outage, and the alert stays. */
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
  /** The start of the monitor or the end of the last sleep, Unix milliseconds. Polling can confirm records since. */
  readonly awakeSince: number;
  /** When the monitor began to watch the record, Unix milliseconds. Counts as confirmation of a record without one. */
  readonly watchedSince: number;
}

export const CLEAR: Evaluation = { verdict: 'clear' };
export const BETWEEN: Evaluation = { verdict: 'between' };
export const UNKNOWN: Evaluation = { verdict: 'unknown' };
