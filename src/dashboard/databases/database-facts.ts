import type { Readable } from '../../bindings/react/index.js';
import { limitUsage, type Clock, type Database, type Fleet } from '../../index.js';
import { createFactsView, type Used } from '../grid/facts-view.js';
import type { RowFacts } from '../grid/row-facts.js';
import { selectStatus } from '../limits/select-status.js';
import { selectWorstLimit } from '../limits/worst-limit.js';

/** What the list of databases finds, filters and orders by. */
export function createDatabaseFacts({ databases, usage, limits }: Fleet, clock: Clock): Readable<readonly RowFacts[]> {
  return createFactsView<Database>({
    clock,
    watched: [databases.known, databases.all, limits.summary],
    rows() {
      const byId = new Map(databases.all.value.map((record) => [record.database_id, record]));
      return databases.known.value.map((id) => [id, byId.get(id)]);
    },
    usageOf: (id) => usage.latest('database', id).value,
    describe: describeDatabase,
  });
}

/** A record may lack any field but its id. */
export function describeDatabase(id: string, record?: Partial<Database>, used?: Used): RowFacts {
  const { database_name: name = '', primary_region: region = '', type: plan = '', state = '' } = record ?? {};
  const limits = limitUsage(record as Database | undefined, used);
  return {
    id,
    text: [name, id, region, plan, state].join(' ').toLowerCase(),
    filters: { state, plan, region, limits: selectStatus(limits) },
    keys: {
      name: name || undefined,
      state: state || undefined,
      change: record?.modifying_state || undefined,
      plan: plan || undefined,
      region: region || undefined,
      worst: selectWorstLimit(limits)?.ratio,
    },
  };
}
