import type { ManagementClientOptions } from '../api/management-client.js';
import { readMembers } from '../api/read-members.js';
import { aFunction, readOptions, type OptionRule, type OptionRules } from '../api/read-options.js';
import { refuseIssues } from '../api/refuse-issues.js';
import { isAmount } from '../limits/is-amount.js';
import { levelsOf, type Thresholds } from '../limits/thresholds.js';
import type { FleetSnapshot } from './fleet-snapshot.js';
import type { PollingOptions } from '../polling/polling-options.js';
import { FleetError, type FleetIssue } from '../shared/fleet-error.js';

/** What a fleet needs, and what can be chosen. Only `baseUrl` has no default. */
export interface FleetOptions extends Omit<ManagementClientOptions, 'texts'> {
  /** How often, how fast, and when not. */
  readonly polling?: PollingOptions | undefined;
  /**
   * At which share of a limit a status begins, and below which share it ends.
   *
   * @default { warning: 0.8, critical: 0.95, exceeded: 1, clear: { warning: 0.78, critical: 0.93, exceeded: 0.98 } }
   */
  readonly thresholds?: Thresholds | undefined;
  /**
   * How long a record is kept that nobody asks about any more, milliseconds; why there is none, 5,000 at most.
   * @default 300000
   */
  readonly retainMs?: number | undefined;
  /**
   * How much of the texts of answers is kept, so that one that comes again is not parsed again, bytes; a database takes
   * 3,200. Those that came first are kept. The last list of indices keeps its text beside them. @default 16777216
   */
  readonly keptTextBytes?: number | undefined;
  /**
   * The snapshot of another fleet, from its `dehydrate()`: its records are shown at once and refreshed when they are due
   * by their age. Ids that were added there are added here, and polled from the first subscription, `add` or `track` on.
   * Ids that were only leased there are not leased here. A value that is no snapshot is refused.
   */
  readonly initial?: FleetSnapshot | undefined;
  /** Takes what subscribers throw, and what their selectors throw. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Randomness: numbers from 0 to just below 1. @default that of the platform */
  readonly random?: (() => number) | undefined;
}

const aBound: OptionRule = [(value) => value === Infinity || isAmount(value), '0 or more'];

/** Those of the client and of polling are checked where they are used, and what another fleet knew. */
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
  retainMs: aBound,
  keptTextBytes: aBound,
  initial: undefined,
  onError: aFunction,
  random: aFunction,
};

/**
 * Reads the options of a fleet, each once.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function readFleetOptions(options: FleetOptions): FleetOptions {
  const { given, issues } = readOptions(options, FLEET_OPTIONS);
  refuseIssues('configure', [...issues, ...inspectThresholds(given?.thresholds)]);
  return given as FleetOptions;
}

/** Now, and not when they are used: nothing must be left of a fleet that cannot be. */
function inspectThresholds(thresholds: Thresholds | undefined): readonly FleetIssue[] {
  try {
    levelsOf(thresholds);
    return [];
  } catch (error) {
    const issues = error instanceof FleetError ? error.issues : undefined;
    return issues ?? [{ path: 'thresholds', message: 'expected an object of thresholds' }];
  }
}
