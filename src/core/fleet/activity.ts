import { Observable, type Subscription } from 'rxjs';
import type { PollingCondition, PollingStatus } from '../polling/polling-status.js';
import { driftOf } from '../records/drift-of.js';
import type { Drift } from '../records/drift.js';
import { deepEqual } from '../shared/deep-equal.js';
import { FleetError } from '../shared/fleet-error.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import { Events, EventStream } from '../store/events.js';
import type { Effects, Reporter, RequestFacts } from './effects.js';
import type { Fleet } from './fleet.js';
import { kernelOf, type Kernel } from './kernel.js';

/**
 * One event of `activityOf(fleet)`, for logs and tools. A union by `kind`. It contains no credentials, headers or records.
 *
 * - `request`: a request was sent.
 * - `answer`: a request succeeded, and its answer is in the store.
 * - `failure`: a request failed.
 * - `commit`: records changed. An answer that changes no record emits no `commit`.
 * - `drift`: the drift of a record differs from the drift of the previous record. The end of drift emits nothing.
 * - `polling`: the condition of the polling changed.
 */
export type Activity = {
  /** Unix milliseconds. */
  readonly at: number;
} & (
  | (RequestFacts & { readonly kind: 'request' })
  | (RequestFacts & { readonly kind: 'answer'; readonly durationMs: number })
  | (RequestFacts & { readonly kind: 'failure'; readonly durationMs: number; readonly error: FleetError })
  | { readonly kind: 'commit'; readonly resource: ResourceKind; readonly ids: readonly string[] }
  | { readonly kind: 'drift'; readonly resource: ResourceKind; readonly id: string; readonly drift: readonly Drift[] }
  | (PollingCondition & { readonly kind: 'polling' })
);

/**
 * Returns a stream of requests, commits, drift and pauses as they happen, for logs and tools. It contains no secrets.
 * Each call for a fleet returns the same stream. It never errors. It completes when the fleet is disposed.
 *
 * @throws FleetError `invalid-request` if `fleet` was not returned by `createFleet`
 * @example
 * ```ts
 * activityOf(fleet).subscribe((activity) => console.log(JSON.stringify(activity)));
 * ```
 */
export function activityOf(fleet: Fleet): Observable<Activity> & AsyncIterable<Activity> {
  return kernelOf(fleet, 'activityOf').part('activity', createActivityStream);
}

function createActivityStream(kernel: Kernel): EventStream<Activity> {
  const { commits, effects } = kernel;
  const activity = new Events<Activity>(commits);
  effects.report = createReporter(activity, kernel);
  for (const resource of resourceKinds) reportCommits(resource, activity, kernel);
  const all = new Observable<Activity>((subscriber) => {
    subscriber.add(reportPolling(effects, (each) => subscriber.next(each)));
    return activity.stream.subscribe(subscriber);
  });
  return new EventStream(commits.guard, all);
}

function createReporter(activity: Events<Activity>, { clocks }: Kernel): Reporter {
  return async (facts, send) => {
    const startedMs = clocks.monotonic();
    const times = () => ({ at: clocks.now(), durationMs: clocks.monotonic() - startedMs });
    activity.emit({ kind: 'request', ...facts, at: clocks.now() });
    try {
      const answer = await send();
      activity.emit({ kind: 'answer', ...facts, ...times() });
      return answer;
    } catch (error) {
      if (error instanceof FleetError) activity.emit({ kind: 'failure', ...facts, ...times(), error });
      throw error;
    }
  };
}

/** Emits an activity for the records that each commit changed, and for each change of a record's drift. */
function reportCommits(resource: ResourceKind, activity: Events<Activity>, { commits, clocks, stores }: Kernel): void {
  let changed: string[] = [];
  const emitCommit = (): void => {
    activity.emit({ kind: 'commit', resource, ids: changed, at: clocks.now() });
    changed = [];
  };
  stores[resource].onChange((id, { record: before }, { record: after }) => {
    if (!activity.isObserved || before === after) return;
    if (changed.length === 0) commits.afterCommit(emitCommit);
    changed.push(id);
    const drift = driftOf(after ?? []);
    if (drift.length > 0 && !deepEqual(drift, driftOf(before ?? [])))
      activity.emit({ kind: 'drift', resource, id, drift, at: clocks.now() });
  });
}

/** Emits when polling stops, when the reason changes, and when it resumes. */
function reportPolling({ scheduler, clock }: Effects, emit: (activity: Activity) => void): Subscription {
  let before: PollingStatus | undefined;
  return scheduler.status.subscribe((now) => {
    const { state, reason, until } = now;
    const isSame = before?.state === state && before.reason?.message === reason?.message;
    const facts = { state, ...(reason && { reason }), ...(until && { until }) } as PollingCondition;
    // The first status is not a change.
    if (before && !isSame) emit({ kind: 'polling', at: clock.now(), ...facts });
    before = now;
  });
}
