import { callRules } from '../../core/client/inspect-call.js';
import { aFunction, anAmount, readOptions, type OptionRule, type OptionRules } from '../../core/shared/read-options.js';
import { invalidRequest, issuesIn, issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { pollingRules, type PollingOptions } from '../../core/polling/polling-options.js';
import { ignoreRejection } from '../display/ignore-rejection.js';
import { isHistory, type History } from '../history/history.js';

import type { SimulatedServiceOptions } from './simulated-service.js';
import { readDatabaseVersions, type DatabaseVersions } from './database-versions.js';

/** A polling policy. Its members are options of a fleet: `createFleet({ polling: { cadence, ...gate } })`. */
export interface PollingPolicy {
  /** Decides how often each database is polled, as the option `polling.cadence` of a fleet. @default cadence */
  readonly cadence?: PollingOptions['cadence'];
  /** The rate limit of the fleet, as its options `polling.perSecond`, `burst` and `concurrency`. @default those of a fleet */
  readonly gate?: Pick<PollingOptions, 'perSecond' | 'burst' | 'concurrency'> | undefined;
}

/** The options of `replay`. */
export interface ReplayOptions extends PollingPolicy {
  /** The rate limit and the outages of the simulated service. @default it answers every request */
  readonly service?: SimulatedServiceOptions | undefined;
  /** The time from a request to its answer, milliseconds. @default 100 */
  readonly latencyMs?: number | undefined;
  /** The ids that are observed, as by a page that shows them; `'all'` for each. @default [] all ids are only tracked */
  readonly watched?: readonly string[] | 'all' | undefined;
  /** The seed of the backoff's randomness, an integer. The same seed gives the same result. @default 1 */
  readonly seed?: number | undefined;
  /** Aborts the replay. @default none */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called now and then with the share of the history that is done, from 0 to 1. The replay does not wait for it, so it
   * must not return a promise.
   *
   * @default none
   */
  readonly onProgress?: ((share: number) => void) | undefined;
  /**
   * Called for each simulated request: its database id, and when it is sent, Unix milliseconds. The replay does not wait
   * for it, so it must not return a promise.
   *
   * @default none
   */
  readonly onRequest?: ((id: string, at: number) => void) | undefined;
}

/** The options that all policies of a comparison share. */
export type CompareOptions = Omit<ReplayOptions, keyof PollingPolicy>;

/** The checked options of a replay, with the history. */
export interface ReplaySettings extends Omit<ReplayOptions, 'watched'> {
  readonly databases: readonly DatabaseVersions[];
  /** The time of the history, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly gate: NonNullable<ReplayOptions['gate']>;
  readonly service: SimulatedServiceOptions;
  readonly latencyMs: number;
  readonly seed: number;
  readonly watched: ReadonlySet<string>;
}

const anObject: OptionRule = [(value) => typeof value === 'object' && value !== null, 'an object of options'];

const { cadence, perSecond, burst, concurrency } = pollingRules;

const POLICY_OPTIONS: OptionRules = { cadence, gate: anObject };

const COMPARE_OPTIONS: OptionRules = {
  service: anObject,
  latencyMs: [(value) => Number.isFinite(value) && (value as number) >= 0, 'milliseconds, 0 or more'],
  watched: [(value) => value === 'all' || Array.isArray(value), 'a list of database ids | "all"'],
  seed: [Number.isSafeInteger, 'an integer'],
  ...callRules,
  onProgress: aFunction,
  onRequest: aFunction,
};

const OPTIONS: OptionRules = { ...POLICY_OPTIONS, ...COMPARE_OPTIONS };

const GATE_OPTIONS: OptionRules = { perSecond, burst, concurrency };

const SERVICE_OPTIONS: OptionRules = {
  perSecond,
  burst,
  retryAfterMs: anAmount,
  outages: [(value) => Array.isArray(value) && value.every(isTimeSpan), 'a list of { from, to }, Unix milliseconds'],
};

/**
 * Checks a history and the options of its replay, and adds the defaults.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each problem
 */
export function readReplayOptions(history: History, options: ReplayOptions): ReplaySettings {
  const { given, issues } = readOptions(options, OPTIONS);
  const {
    gate = {},
    service = {},
    latencyMs = 100,
    seed = 1,
    watched = [],
    onProgress,
    onRequest,
    ...rest
  } = given ?? {};
  const databases = isHistory(history) ? readDatabaseVersions(history) : [];
  const ids = databases.map(({ id }) => id);
  refuseIssues('configure', [
    ...issueUnless(ids.length > 0, 'history', 'expected a history with a database, as of capture or generateHistory'),
    ...issues,
    ...inspectGate(gate),
    ...issuesIn('service', readOptions(service, SERVICE_OPTIONS).issues),
    ...inspectWatched(watched, new Set(ids)),
  ]);
  const { from, to } = history;
  return {
    ...rest,
    databases,
    from,
    to,
    gate,
    service,
    latencyMs,
    seed,
    watched: new Set(watched === 'all' ? ids : watched),
    onProgress: refusingPromises('onProgress', onProgress),
    onRequest: refusingPromises('onRequest', onRequest),
  };
}

/** Makes a callback throw if the user's function returns a promise: the replay would lose its rejection. */
function refusingPromises<Args extends readonly unknown[]>(
  path: string,
  callback: ((...args: Args) => unknown) | undefined,
): ((...args: Args) => void) | undefined {
  if (callback === undefined) return undefined;
  return (...args) => {
    const returned = callback(...args);
    if (!isPromise(returned)) return;
    ignoreRejection(returned);
    const message = 'expected a function that returns no promise, because the replay does not wait for it';
    throw invalidRequest('configure', [{ path, message }]);
  };
}

function isPromise(value: unknown): boolean {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function';
}

/**
 * Checks the types of the options of a comparison. Each replay checks the rest.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each problem
 */
export function readCompareOptions(options: CompareOptions): CompareOptions {
  const { given = {}, issues } = readOptions(options, COMPARE_OPTIONS);
  refuseIssues('configure', issues);
  return given;
}

/** Lists the problems of a policy. */
export function inspectPolicy(policy: PollingPolicy): FleetIssue[] {
  const { given, issues } = readOptions(policy, POLICY_OPTIONS);
  return [...issues, ...inspectGate(given?.gate ?? {})];
}

function inspectGate(gate: NonNullable<PollingPolicy['gate']>): FleetIssue[] {
  return issuesIn('gate', readOptions(gate, GATE_OPTIONS).issues);
}

function inspectWatched(watched: readonly unknown[] | 'all', ids: ReadonlySet<unknown>): FleetIssue[] {
  if (!Array.isArray(watched)) return [];
  return watched.flatMap((id, at) =>
    issueUnless(ids.has(id), `watched[${at}]`, 'expected the id of a database in the history'),
  );
}

function isTimeSpan(value: unknown): boolean {
  const { from, to } = (value ?? {}) as { readonly from?: unknown; readonly to?: unknown };
  return Number.isFinite(from) && Number.isFinite(to) && (from as number) <= (to as number);
}
