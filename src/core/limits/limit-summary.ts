import { kernelOf, type Kernel } from '../fleet/kernel.js';
import type { Fleet } from '../fleet/fleet.js';
import type { Clock } from '../shared/clock.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import { derive } from '../store/derive.js';
import type { Entry } from '../store/entry.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import type { FleetSummary } from './fleet-summary.js';
import { FleetTally, type Facts } from './fleet-tally.js';
import { periodStart } from './quota-period.js';
import { usagePart } from './usage.js';

/** To sum up a fleet of 100,000 databases takes milliseconds. People do not read faster than this. */
const EVERY_MS = 1000;

/**
 * Returns counts, worst limits and totals of the whole fleet: all known databases and all vector indices. The same view
 * for the same fleet. The list of vector indices is polled while this view has subscribers.
 *
 * While it has subscribers, the value is computed at most once a second, so it may be a second old: the first change after
 * a quiet second emits at once, later changes together when the second is over. Without subscribers, each read computes it.
 *
 * @throws FleetError `invalid-request` for an invalid option `thresholds` of the fleet, or if `fleet` was not returned by
 *   `createFleet`
 * @example
 * ```ts
 * limitSummaryOf(fleet).subscribe(({ worst }) => console.log(worst[0]?.name, worst[0]?.ratio));
 * ```
 * @see api.md, Limits
 */
export function limitSummaryOf(fleet: Fleet): View<FleetSummary> {
  return kernelOf(fleet, 'limitSummaryOf').part('limit-summary', createSummaryView);
}

/** Makes the view of the summary. Before its first read it does no work. */
function createSummaryView(kernel: Kernel): View<FleetSummary> {
  const { commits, clocks, databases, indices, list, options, onDispose } = kernel;
  const ledger = usagePart(kernel);
  const stores = { database: databases, index: indices };
  const tally = new FleetTally(factsOf, options.thresholds);
  let isWatched = false;
  let day: number | undefined;
  let summary: FleetSummary | undefined;
  const throttle = createThrottle(clocks.corrected, () => {
    summary = undefined;
    commits.commit(source.changed);
  });

  function factsOf(resource: ResourceKind, id: string): Facts | undefined {
    if (!stores[resource].isMember(id)) return undefined;
    const { record, status } = stores[resource].peek(id);
    if (record === undefined || status === 'missing') return undefined;
    return { record, usage: ledger.peek(resource, id) };
  }

  function update(resource: ResourceKind, id: string): void {
    tally[factsOf(resource, id) === undefined ? 'remove' : 'put'](resource, id);
  }

  function read(): FleetSummary {
    const now = ledger.time.value;
    const today = periodStart('queries/day', now);
    if (today !== day) {
      if (day === undefined) for (const resource of resourceKinds) addAll(resource);
      // The quotas of a day or a month reset.
      else tally.invalidate();
      day = today;
      summary = undefined;
    }
    if (summary === undefined || !isWatched) summary = tally.summary(now);
    return summary;
  }

  function addAll(resource: ResourceKind): void {
    for (const id of stores[resource].memberIds()) update(resource, id);
  }

  function changed(resource: ResourceKind, id: string): void {
    if (day === undefined) return;
    update(resource, id);
    if (isWatched) throttle.call();
  }

  const source = createSource(commits, {
    read,
    onWatched(isWatchedNow) {
      isWatched = isWatchedNow;
      summary = undefined;
      throttle.cancel();
      list.observe(isWatched);
    },
  });
  databases.onChange((id, before, after) => countsTheSame(before, after) || changed('database', id));
  indices.onChange((id, before, after) => countsTheSame(before, after) || changed('index', id));
  ledger.onChange(changed);
  onDispose(source.complete);
  return derive(commits, [source.view, ledger.time], (current) => current);
}

/** Runs a task at the first call after a quiet second; at the end of the second for later calls. */
function createThrottle(clock: Clock, task: () => void): { call(): void; cancel(): void } {
  let ranAtMs = -Infinity;
  let cancel: (() => void) | undefined;

  function run(): void {
    cancel = undefined;
    ranAtMs = clock.monotonic();
    task();
  }

  return {
    call() {
      if (cancel !== undefined) return;
      const waitMs = ranAtMs + EVERY_MS - clock.monotonic();
      if (waitMs > 0) cancel = clock.schedule(run, waitMs);
      else run();
    },
    cancel() {
      cancel?.();
      cancel = undefined;
    },
  };
}

/** Whether a change does not affect the summary. Most changes only confirm a record. The same entry twice is a change of membership. */
function countsTheSame<R>(before: Entry<R>, after: Entry<R>): boolean {
  if (before === after) return after.record === undefined;
  if (before.record !== after.record) return false;
  return (before.status === 'missing') === (after.status === 'missing');
}
