import { kernelOf, type Kernel } from '../fleet/kernel.js';
import type { Fleet } from '../fleet/fleet.js';
import { createAlarm, type SetAlarm } from '../polling/alarm.js';
import { shareEqual } from '../records/share-equal.js';
import { deepEqual } from '../shared/deep-equal.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { hasSameRecord, type Entry } from '../store/entry.js';
import { derive } from '../store/derive.js';
import { createSource, type Source } from '../store/source.js';
import type { View } from '../store/view.js';
import { FleetTally, type FleetSummary } from './fleet-summary.js';
import { asOf } from './limit-usage.js';
import { periodStart } from './quota-period.js';
import { levelsOf } from './thresholds.js';
import { usagePart } from './usage-part.js';
import { wallTimePart } from './usage.js';

/** To sum up a fleet of 100,000 databases takes milliseconds. People do not read faster than this. */
const EVERY_MS = 1000;

/**
 * Returns counts, worst limits and totals of the whole fleet: all known databases and all vector indices. Each call for
 * a fleet returns the same view. The list of vector indices is polled while this view has subscribers.
 *
 * While it has subscribers, the value is computed at most once a second. Otherwise each read computes it.
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
  return kernelOf(fleet, 'limitSummaryOf').part('limit-summary', (kernel) => new SummarySource(kernel).view);
}

/** Computes the summary. Before the first read of its view it does no work. */
class SummarySource {
  readonly view: View<FleetSummary>;
  readonly #kernel: Kernel;
  readonly #source: Source<FleetSummary>;
  readonly #setAlarm: SetAlarm;
  #tally: FleetTally | undefined;
  /** When the day of the tally began, Unix milliseconds. */
  #day: number | undefined;
  #summary: FleetSummary | undefined;
  #isWatched = false;
  #isCurrent = false;
  #emittedAtMs = -Infinity;

  constructor(kernel: Kernel) {
    const { commits, clocks, databases, indices, options } = kernel;
    levelsOf(options.thresholds);
    this.#kernel = kernel;
    const read = (): FleetSummary => this.#read();
    this.#source = createSource(commits, read, (isWatched) => {
      this.#isWatched = isWatched;
      this.#isCurrent = false;
      this.#setAlarm(Infinity);
      kernel.list.observe(isWatched);
    });
    this.#setAlarm = createAlarm(clocks.corrected, () => this.#emit());
    databases.onChange((id, before, after) => countsTheSame(before, after) || this.#changed('database', id));
    indices.onChange((id, before, after) => countsTheSame(before, after) || this.#changed('index', id));
    usagePart(kernel).onChange((resource, id) => this.#changed(resource, id));
    this.view = derive(commits, [this.#source.view, wallTimePart(kernel)], summaryAt, deepEqual);
  }

  #read(): FleetSummary {
    const now = this.#kernel.clocks.corrected.now();
    const today = periodStart('queries/day', now);
    // When a day begins, the quotas of a day or a month reset.
    if (this.#tally === undefined || today !== this.#day) {
      this.#tally = new FleetTally(this.#kernel);
      this.#day = today;
      this.#isCurrent = false;
    }
    if (this.#summary !== undefined && this.#isCurrent && this.#isWatched) return this.#summary;
    this.#isCurrent = true;
    return (this.#summary = shareEqual(this.#tally.summary(), this.#summary));
  }

  #changed(resource: ResourceKind, id: string): void {
    this.#tally?.change(resource, id);
    if (!this.#isWatched) return;
    const nextMs = this.#emittedAtMs + EVERY_MS;
    if (this.#kernel.clocks.corrected.monotonic() < nextMs) this.#setAlarm(nextMs);
    else this.#emit();
  }

  #emit(): void {
    const { commits, clocks } = this.#kernel;
    // A change that comes while the alarm is late replaces it.
    this.#setAlarm(Infinity);
    this.#emittedAtMs = clocks.corrected.monotonic();
    this.#isCurrent = false;
    commits.commit(this.#source.changed);
  }
}

/** Removes the forecasts whose time has passed. */
function summaryAt(summary: FleetSummary, now: number): FleetSummary {
  const worst = summary.worst.map((limit) => asOf(limit, now));
  return deepEqual(worst, summary.worst) ? summary : { ...summary, worst };
}

/** Whether a change leaves the summary as it is. `before` and `after` are the same for a change of membership. */
function countsTheSame(before: Entry<object>, after: Entry<object>): boolean {
  return before === after ? after.record === undefined : hasSameRecord(before, after);
}
