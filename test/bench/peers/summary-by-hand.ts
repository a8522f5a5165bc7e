import type { Database } from '../../../src/core/records/database.js';
import { type LimitUnit } from '../../../src/core/limits/catalogue.js';
import { limitCatalogue } from '../../../src/core/limits/limit-catalogue.js';
import type { DatabaseLimit } from '../../../src/core/records/limit-fields.js';
import { openFloor } from './floor.js';
import type { Peer } from './peer.js';

const descriptions: ReadonlyMap<string, { readonly unit: LimitUnit }> = new Map(
  Object.entries(limitCatalogue.database),
);
const fields = Object.keys(limitCatalogue.database) as DatabaseLimit[];

/** The summary of fleetglass without its list of the worst limits: sums by unit, counts by status. */
export const summaryByHand: Peer = {
  name: 'by hand, all limits, use',
  open(records) {
    const sums = new Map<LimitUnit, number>();
    const limits = new Map<string, number>();
    const resources = new Map<string, number>();

    function count(record: Database, field: string, by: 1 | -1): void {
      const description = descriptions.get(field);
      if (description === undefined) return;
      const limit = record[field as DatabaseLimit];
      if (typeof limit === 'number') add(sums, description.unit, by * limit);
      add(limits, statusOf(field, limit), by);
    }

    const store = openFloor(records, (before, after, changed) => {
      for (const field of changed) {
        count(before, field, -1);
        count(after, field, 1);
      }
      add(resources, statusOfAll(before), -1);
      add(resources, statusOfAll(after), 1);
    });
    for (const record of records) {
      for (const field of fields) count(record, field, 1);
      add(resources, statusOfAll(record), 1);
    }
    return {
      ...store,
      watchSummary: (onChange) =>
        store.watchSummary(({ databases }) => {
          const summary = { sums: [...sums], limits: [...limits], resources: [...resources] };
          onChange({ databases, clients: summary.sums.find(([unit]) => unit === 'connections')?.[1] ?? 0 });
        }),
    };
  },
};

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** The same use of each record. */
const USED: ReadonlyMap<string, number> = new Map([
  ['db_max_clients', 900],
  ['db_memory_threshold', 2 ** 31],
]);

function statusOf(field: string, limit: unknown): string {
  const used = USED.get(field);
  if (used === undefined || typeof limit !== 'number') return 'unknown';
  const ratio = used / limit;
  if (ratio >= 0.95) return ratio >= 1 ? 'exceeded' : 'critical';
  return ratio >= 0.8 ? 'warning' : 'ok';
}

const BY_SEVERITY = ['unknown', 'ok', 'warning', 'critical', 'exceeded'];

function statusOfAll(record: Database): string {
  let worst = 0;
  for (const field of fields) worst = Math.max(worst, BY_SEVERITY.indexOf(statusOf(field, record[field])));
  return BY_SEVERITY[worst] as string;
}
