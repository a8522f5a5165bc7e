import { aFunction, readOptions, type OptionRule, type OptionRules } from '../api/read-options.js';
import { issuesIn, refuseIssues } from '../api/refuse-issues.js';
import type { Cadence } from './cadence.js';
import type { Absence } from './presence.js';

/** How often, how fast, and when not. */
export interface PollingOptions {
  /** How often each thing is polled. @default cadence */
  readonly cadence?: Cadence | undefined;
  /** Most requests in flight at once. @default 8 */
  readonly concurrency?: number | undefined;
  /** Most requests a second in the long run, those that users ask for included. @default 10 */
  readonly perSecond?: number | undefined;
  /** Most requests at once after a rest. @default 20 */
  readonly burst?: number | undefined;
  /**
   * How long a `create` or `refresh` may wait for its turn, milliseconds; `Infinity`: as long as it takes. One that
   * would wait longer fails with `rate-limited` and is not sent. @default 30000
   */
  readonly queueTimeoutMs?: number | undefined;
  /** Polls also while the page is hidden, or offline: say so where nobody has to look, or where the service is on loopback. @default [] */
  readonly pollWhile?: readonly Absence[] | undefined;
}

const ABSENCES: readonly unknown[] = ['hidden', 'offline'] satisfies Absence[];

const aCount: OptionRule = [(value) => Number.isSafeInteger(value) && (value as number) >= 1, 'an integer, 1 or more'];

const POLLING_OPTIONS: OptionRules = {
  cadence: aFunction,
  concurrency: aCount,
  perSecond: [(value) => Number.isFinite(value) && (value as number) > 0, 'a number, more than 0'],
  burst: aCount,
  queueTimeoutMs: [(value) => typeof value === 'number' && value > 0, 'milliseconds, more than 0'],
  pollWhile: [
    (value) => Array.isArray(value) && value.every((each) => ABSENCES.includes(each)),
    'a list of "hidden" | "offline"',
  ],
};

/**
 * Reads the options of the polling, each once, and checks them.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function readPollingOptions(options: PollingOptions = {}): PollingOptions {
  const { given, issues } = readOptions(options, POLLING_OPTIONS);
  refuseIssues('configure', issuesIn('polling', issues));
  return given as PollingOptions;
}
