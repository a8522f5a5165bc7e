import type { Database } from '../../../src/core/records/database.js';
import { readRecord } from '../../../src/core/records/read-record.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import type { UsageValues } from '../../../src/core/limits/usage-sample.js';
import { activityOf, createFleet, limitSummaryOf, reportUsage } from '../../../src/index.js';
import type { Peer, PeerStore } from './peer.js';

/** A fleet with all parts that process a record. It sends no request. */
export const fleetglass: Peer = { name: 'fleetglass', open: (records) => openFleet(records) };

/** The same parts, with reported use of each record. */
export const fleetglassWithUsage: Peer = {
  name: 'fleetglass, use reported',
  open: (records) => openFleet(records, { db_max_clients: 900, db_memory_threshold: 2 ** 31 }),
};

/** @param usage the reported usage of each record */
function openFleet(records: readonly Database[], usage?: UsageValues<'database'>): PeerStore {
  const fleet = createFleet({ baseUrl: 'https://api.example.com' });
  fleet.polling.pause();
  const { commits, databases, options } = kernelOf(fleet, 'openFleet');
  activityOf(fleet);
  let order = 1;

  function confirm(answer: Database): void {
    const { database_id } = answer;
    const before = databases.peek(database_id).record;
    const { record = answer } = readRecord<Database>('database_id', answer, '', before);
    databases.confirm(database_id, (order += 1), record, options.clock.now(), before);
  }

  commits.commit(() => {
    databases.join(records.map(({ database_id }) => database_id));
    records.forEach(confirm);
  });
  if (usage !== undefined) for (const { database_id } of records) reportUsage(fleet, 'database', database_id, usage);
  return {
    change: confirm,
    changeAll: (changing) => commits.commit(() => changing.forEach(confirm)),
    watch: (id, onChange) => databases.record(id).subscribe(onChange),
    watchField: (id, field, onChange) => databases.field(id, field).subscribe(onChange),
    watchAll: (onChange) => databases.all.subscribe(onChange),
    watchSummary: (onChange) =>
      limitSummaryOf(fleet).subscribe(({ databases: count, totals }) =>
        onChange({ databases: count, clients: totals.find(({ unit }) => unit === 'connections')?.limit ?? 0 }),
      ),
    close: () => fleet.dispose(),
  };
}
