import type { ManagementClientOptions } from '../api/management-client.js';
import { hasMethods } from '../api/has-methods.js';
import { readMembers } from '../api/read-members.js';
import { aFunction, anAmount, readOptions, type OptionRules } from '../api/read-options.js';
import { refuseIssues } from '../api/refuse-issues.js';
import { levelsOf, type Thresholds } from '../limits/thresholds.js';
import type { Persistence } from './persistence.js';
import type { Sharing } from './sharing.js';
import type { PollingOptions } from '../polling/polling-options.js';
import { systemClock, type Clock } from '../shared/clock.js';
import { FleetError, type FleetIssue } from '../shared/fleet-error.js';

/** The options of `createFleet`. Only `baseUrl` has no default. */
export interface FleetOptions extends Omit<ManagementClientOptions, 'texts'> {
  /** Options of the polling: cadence, rate limit, pauses. @default {} */
  readonly polling?: PollingOptions | undefined;
  /**
   * The share of a limit at which each usage status begins, and the share below which it ends (`clear`).
   *
   * @default { warning: 0.8, critical: 0.95, exceeded: 1, clear: { warning: 0.78, critical: 0.93, exceeded: 0.98 } }
   */
  readonly thresholds?: Thresholds | undefined;
  /**
   * How long the record of an id that is no longer known is kept, milliseconds; `Infinity` keeps it until `dispose`. The
   * error of an id without a record is kept for 5 s at most.
   *
   * @default 300000
   */
  readonly retainMs?: number | undefined;
  /**
   * How much memory the texts of answers may take, bytes; the text of one database takes about 3,200. An answer whose
   * text is kept is not parsed again. When the limit is reached, no further text is kept. The text of the last list of
   * indices is kept in addition.
   *
   * @default 16777216
   */
  readonly keptTextBytes?: number | undefined;
  /**
   * Keeps the added ids, the last records, transitions, usage and unconfirmed creates over restarts. A store of
   * `fleetglass/persistence/directory`, `/indexeddb` or `/unstorage`. It contains no credentials.
   *
   * @default none: everything is forgotten at the end of the process
   */
  readonly persistence?: Persistence | undefined;
  /**
   * Shares the polling with other fleets: `tabs` of `fleetglass/sharing/tabs` or `replicas` of `fleetglass/sharing/redis`.
   * Each id is polled once for all, at the fastest pace that any of them asks for, and all keep one rate together.
   *
   * @default none: this fleet polls all of its ids
   */
  readonly sharing?: Sharing | undefined;
  /** Called with each error that a subscriber, a selector or a cadence throws. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Returns random numbers from 0 to just below 1, as `Math.random` does. @default the platform's randomness */
  readonly random?: (() => number) | undefined;
}

/** The options of a fleet with the defaults that several parts share. */
export interface FleetSettings extends FleetOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly retainMs: number;
  readonly keptTextBytes: number;
}

/** Options without a rule are checked where they are used. */
const FLEET_OPTIONS: OptionRules = {
  baseUrl: undefined,
  credentials: undefined,
  timeoutMs: undefined,
  recordLimitBytes: undefined,
  listLimitBytes: undefined,
  listLimitItems: undefined,
  fetch: undefined,
  clock: undefined,
  polling: [(value) => readMembers(value, []) !== undefined, 'an object of options'],
  thresholds: undefined,
  retainMs: anAmount,
  keptTextBytes: anAmount,
  persistence: [hasMethods('connect'), 'a store, such as openDirectory returns'],
  sharing: [hasMethods('connect'), 'the result of tabs or replicas'],
  onError: aFunction,
  random: aFunction,
};

/**
 * Reads each option of a fleet once, checks it and adds the defaults.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 */
export function readFleetOptions(options: FleetOptions): FleetSettings {
  const { given, issues } = readOptions(options, FLEET_OPTIONS);
  refuseIssues('configure', [...issues, ...inspectThresholds(given?.thresholds)]);
  const read = given as FleetOptions;
  const { clock = systemClock, random = systemRandom, retainMs = 300_000, keptTextBytes = 16 * 1024 ** 2 } = read;
  return { ...read, clock, random, retainMs, keptTextBytes };
}

/** Returns a random number of the platform, at least 0 and below 1. */
function systemRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}

/** Checks the thresholds before any part of the fleet is made, so that an invalid option leaves no timer or listener. */
function inspectThresholds(thresholds: Thresholds | undefined): readonly FleetIssue[] {
  try {
    levelsOf(thresholds);
    return [];
  } catch (error) {
    const issues = error instanceof FleetError ? error.issues : undefined;
    return issues ?? [{ path: 'thresholds', message: 'expected an object of thresholds' }];
  }
}
