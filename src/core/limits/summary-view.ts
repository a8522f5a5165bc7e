import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../state/commits.js';
import { derive } from '../state/derive.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Entry } from '../state/entry.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';
import type { FleetSummary } from './fleet-summary.js';
import { createFleetTally, type FleetTally } from './fleet-tally.js';
import { periodStart } from './quota-period.js';
import type { Thresholds } from './thresholds.js';
import type { UsageLedger } from './usage-ledger.js';

export interface SummaryViewOptions {
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  readonly indices: EntityStore<IndexRecord>;
  readonly ledger: UsageLedger;
  readonly thresholds?: Thresholds | undefined;
  /** Called when the summary gets its first subscriber, and when it loses its last one. */
  readonly onSummaryObserved?: (isObserved: boolean) => void;
  /** How many limits are listed as the worst. @default 10 */
  readonly worstCount?: number;
}

const DEFAULT_WORST_COUNT = 10;

/**
 * Makes the view of the summary. Until it is read for the first time it costs nothing; then each change of a resource
 * is noted, and what was noted is added up when it is read again.
 */
export function createSummaryView(options: SummaryViewOptions): { view: View<FleetSummary>; complete(): void } {
  const {
    commits,
    databases,
    indices,
    ledger,
    thresholds,
    onSummaryObserved,
    worstCount = DEFAULT_WORST_COUNT,
  } = options;
  const stores = { database: databases, index: indices };
  const changed = { database: new Set<string>(), index: new Set<string>() };
  let day: number | undefined;
  let tally: FleetTally | undefined;

  /** Adds up what changed. */
  function add(to: FleetTally, resource: ResourceKind): void {
    for (const id of changed[resource]) {
      const { record, status } = stores[resource].peek(id);
      const counts = status !== 'missing' && stores[resource].isMember(id);
      to.put(resource, id, counts ? record : undefined, ledger.peek(resource, id));
    }
    changed[resource].clear();
  }

  /** On another day other uses count. Those of databases are none of a day. */
  function noteDay(now: number): void {
    const today = periodStart('queries/day', now);
    if (today === day) return;
    day = today;
    for (const id of indices.memberIds()) changed.index.add(id);
  }

  function createTally(): FleetTally {
    for (const id of databases.memberIds()) changed.database.add(id);
    return createFleetTally(worstCount, thresholds);
  }

  function read(): FleetSummary {
    const now = ledger.time.value;
    noteDay(now);
    const to = (tally ??= createTally());
    for (const resource of resourceKinds) add(to, resource);
    return to.summary(now);
  }

  const source = createSource(commits, { read, onWatched: onSummaryObserved });
  function note(resource: ResourceKind, id: string): void {
    if (tally === undefined) return;
    changed[resource].add(id);
    source.changed();
  }
  databases.onChange((id, before, after) => countsAsBefore(before, after) || note('database', id));
  indices.onChange((id, before, after) => countsAsBefore(before, after) || note('index', id));
  ledger.onChange(note);
  const view = derive(commits, [source.view, ledger.time], (current) => current);
  return { view, complete: source.complete };
}

/** Most changes of an entry say that its record is what it was. The same entry twice: its membership changed. */
function countsAsBefore<R>(before: Entry<R>, after: Entry<R>): boolean {
  if (before === after || before.record !== after.record) return false;
  return (before.status === 'missing') === (after.status === 'missing');
}
