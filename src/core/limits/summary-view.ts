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
  /** Number of limits in `worst`. @default 10 */
  readonly worstCount?: number;
}

const DEFAULT_WORST_COUNT = 10;

/**
 * Makes the view of the summary. Before its first read it does no work. After that it records the ids of changed
 * resources, and updates the tally for these ids at the next read.
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

  /** Updates the tally for the changed resources. */
  function update(to: FleetTally, resource: ResourceKind): void {
    for (const id of changed[resource]) {
      const { record, status } = stores[resource].peek(id);
      const counts = status !== 'missing' && stores[resource].isMember(id);
      to.put(resource, id, counts ? record : undefined, ledger.peek(resource, id));
    }
    changed[resource].clear();
  }

  /** Marks all indices as changed when a day begins, because their quotas reset. Quotas of databases have no period. */
  function checkDay(now: number): void {
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
    checkDay(now);
    const to = (tally ??= createTally());
    for (const resource of resourceKinds) update(to, resource);
    return to.summary(now);
  }

  const source = createSource(commits, { read, onWatched: onSummaryObserved });
  function markChanged(resource: ResourceKind, id: string): void {
    if (tally === undefined) return;
    changed[resource].add(id);
    source.changed();
  }
  databases.onChange((id, before, after) => countsTheSame(before, after) || markChanged('database', id));
  indices.onChange((id, before, after) => countsTheSame(before, after) || markChanged('index', id));
  ledger.onChange(markChanged);
  const view = derive(commits, [source.view, ledger.time], (current) => current);
  return { view, complete: source.complete };
}

/** Whether a change does not affect the summary. Most changes only confirm a record. The same entry twice is a change of membership. */
function countsTheSame<R>(before: Entry<R>, after: Entry<R>): boolean {
  if (before === after || before.record !== after.record) return false;
  return (before.status === 'missing') === (after.status === 'missing');
}
