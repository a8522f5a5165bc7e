import { Observable, type Subscription } from 'rxjs';
import type { PollingCondition, PollingStatus } from '../polling/polling-status.js';
import { driftOf } from '../records/drift-of.js';
import { leftOutOf } from '../records/read-list.js';
import type { Clock } from '../shared/clock.js';
import { deepEqual } from '../shared/deep-equal.js';
import { FleetError } from '../shared/fleet-error.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { EntityStore } from '../store/entity-store.js';
import { Events, EventStream } from '../store/events.js';
import type { Activity } from './activity.js';
import type { Effects, Reporter } from './effects.js';
import type { Fleet } from './fleet.js';
import { kernelOf, type Kernel } from './kernel.js';

/**
 * Returns a stream of requests, commits, drift and pauses as they happen, for logs and tools. It contains no secrets. The
 * same stream for the same fleet. It never errors. It completes when the fleet is disposed.
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

/** The events of requests, commits and drift. They end with the fleet. */
export function activityPart(kernel: Kernel): Events<Activity> {
  return kernel.part('activity-events', ({ commits, onDispose }) => {
    const events = new Events<Activity>(commits);
    onDispose(() => events.complete());
    return events;
  });
}

function createActivityStream(kernel: Kernel): EventStream<Activity> {
  const { commits, effects, databases, indices } = kernel;
  const activity = activityPart(kernel);
  effects.report = createReporter(activity, effects.clock);
  reportCommits('database', databases, activity, kernel);
  reportCommits('index', indices, activity, kernel);
  reportListDrift(activity, kernel);
  const all = new Observable<Activity>((subscriber) => {
    subscriber.add(reportPolling(effects, (each) => subscriber.next(each)));
    return activity.stream.subscribe(subscriber);
  });
  return new EventStream(commits.guard, all);
}

/** Emits each request, and its answer or its failure. */
function createReporter(activity: Events<Activity>, clock: Clock): Reporter {
  return (facts, send) => {
    const startedMs = clock.monotonic();
    const times = () => ({ at: clock.now(), durationMs: clock.monotonic() - startedMs });
    if (activity.isObserved) activity.emit({ kind: 'request', ...facts, at: clock.now() });
    return send().then(
      (answer) => {
        if (activity.isObserved) activity.emit({ kind: 'answer', ...facts, ...times() });
        return answer;
      },
      (error: unknown) => {
        if (error instanceof FleetError) activity.emit({ kind: 'failure', ...facts, ...times(), error });
        throw error;
      },
    );
  };
}

/** Emits an activity for the records that each commit changed, and for each change of a record's drift. */
function reportCommits<R extends object>(
  resource: ResourceKind,
  store: EntityStore<R>,
  activity: Events<Activity>,
  { commits, clocks }: Kernel,
): void {
  let changed: string[] = [];

  function flush(): void {
    activity.emit({ kind: 'commit', resource, ids: changed, at: clocks.now() });
    changed = [];
  }

  store.onChange((id, { record: before }, { record: after }) => {
    if (!activity.isObserved || before === after) return;
    if (changed.length === 0) commits.afterCommit(flush);
    changed.push(id);
    const drift = after === undefined ? [] : driftOf(after);
    if (drift.length > 0 && !deepEqual(drift, before === undefined ? [] : driftOf(before)))
      activity.emit({ kind: 'drift', resource, id, drift, at: clocks.now() });
  });
}

function reportListDrift(activity: Events<Activity>, { list, clocks }: Kernel): void {
  list.store.onChange((_, { record: before = [] }, { record: after = [] }) => {
    const drift = leftOutOf(after);
    if (activity.isObserved && before !== after && drift.length > 0 && !deepEqual(drift, leftOutOf(before)))
      activity.emit({ kind: 'drift', resource: 'index', drift, at: clocks.now() });
  });
}

/** Emits when polling stops, when the reason changes, and when it resumes. */
function reportPolling({ scheduler, clock }: Effects, emit: (activity: Activity) => void): Subscription {
  let before: PollingStatus | undefined;
  return scheduler.status.subscribe((now) => {
    // The first status is not a change.
    if (before !== undefined && !isSame(before, now)) emit({ kind: 'polling', at: clock.now(), ...conditionOf(now) });
    before = now;
  });
}

function conditionOf({ state, reason, until }: PollingStatus): PollingCondition {
  return { state, ...(reason && { reason }), ...(until !== undefined && { until }) } as PollingCondition;
}

function isSame(a: PollingStatus, b: PollingStatus): boolean {
  return a.state === b.state && a.reason?.message === b.reason?.message;
}
