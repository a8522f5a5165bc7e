import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import { shareEqual } from '../state/share-equal.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';
import type { FleetSummary } from './fleet-summary.js';
import { createFleetTally, type FleetTally } from './fleet-tally.js';
import type { Thresholds } from './thresholds.js';
import type { UsageLedger } from './usage-ledger.js';

export interface SummaryViewOptions {
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  readonly indices: EntityStore<IndexRecord>;
  readonly ledger: UsageLedger;
  readonly thresholds?: Thresholds | undefined;
  /** How many limits are listed as the worst. @default 10 */
  readonly worstCount?: number;
}

const DEFAULT_WORST_COUNT = 10;

/**
 * Makes the view of the summary. Until it is read for the first time it costs nothing; then each change of a resource
 * is noted, and what was noted is added up when it is read again.
 */
export function createSummaryView(options: SummaryViewOptions): { view: View<FleetSummary>; complete(): void } {
  const { commits, databases, indices, ledger, thresholds, worstCount = DEFAULT_WORST_COUNT } = options;
  const stores = { database: databases, index: indices };
  const changed = { database: new Set<string>(), index: new Set<string>() };
  let tally: FleetTally | undefined;
  let summary: FleetSummary | undefined;

  function add(to: FleetTally, resource: ResourceKind, ids: Iterable<string>): boolean {
    let isChanged = false;
    for (const id of ids) {
      const { record, status } = stores[resource].peek(id);
      const counts = status !== 'missing' && stores[resource].isMember(id);
      isChanged = to.put(resource, id, counts ? record : undefined, ledger.peek(resource, id)) || isChanged;
    }
    return isChanged;
  }

  function readFirst(): FleetSummary {
    tally = createFleetTally(worstCount, thresholds);
    for (const resource of resourceKinds) add(tally, resource, stores[resource].memberIds());
    return (summary = tally.summary());
  }

  function read(): FleetSummary {
    if (tally === undefined || summary === undefined) return readFirst();
    for (const resource of resourceKinds) {
      const isChanged = add(tally, resource, changed[resource]);
      changed[resource].clear();
      if (isChanged) summary = shareEqual(tally.summary(), summary);
    }
    return summary;
  }

  const source = createSource(commits, { read });
  function note(resource: ResourceKind, id: string): void {
    // The first thing after midnight, whatever it is, ends what was counted for the day.
    ledger.expire();
    if (tally === undefined) return;
    changed[resource].add(id);
    source.changed();
  }
  databases.onChange((id) => note('database', id));
  indices.onChange((id) => note('index', id));
  ledger.onChange(note);
  return { view: source.view, complete: source.complete };
}
