import type { Database } from '../../../src/core/records/database.js';
import { upsertDatabase, reportUsage, addUsageSource } from '../../../src/index.js';
import type { MetricsOptions } from '../../../src/monitor/metrics/metrics-options.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { sampleAlert } from '../channels/sample-events.js';
import { createScrapedMonitor, type ScrapedMonitor } from './scraped-monitor.js';

const firing = sampleAlert({ severity: 'critical', field: 'db_max_clients', summary: 'CANARY-of-a-summary' });

/**
 * Makes a monitor with everything that a metric can tell: databases and an index with usage, a held and overloaded
 * polling, failures, drift, alerts of two rules, a channel that fails, and a usage source.
 */
export async function createFullMonitor(options: MetricsOptions = {}): Promise<ScrapedMonitor> {
  const lastError = 'CANARY-of-a-channel';
  const monitor = createScrapedMonitor(
    {
      rules: () => [
        { name: 'nearly-full', kind: 'limit', ratio: 0.9, severity: 'critical' },
        { name: 'drift', kind: 'drift' },
      ],
      alerts: () => [firing, { ...firing, id: 'db-2' }, { ...firing, id: 'db-3', state: 'pending' }],
      channels: () => [{ name: 'pager', queued: 3, delivered: 5, failed: 7, dropped: 1, failuresInARow: 2, lastError }],
      isStorageFailing: () => true,
      evaluatedMs: () => 500,
      options: { seriesPerResource: 100, process: true, ...options },
    },
    { polling: { perSecond: 0.01 } },
  );
  const { fleet, service, advance, events } = monitor;
  // As JSON, 2^60 is another integer, 1152921504606847000. This is no drift: `exactInt64` has its digits.
  const fieldsOf = (id: string): object => ({ db_request_limit: 2 ** 60, ...(id === 'db-2' && { state: 'odd' }) });
  service.respond(({ operation, id }) =>
    operation === 'list'
      ? { json: sampleVectorIndices(1) }
      : { json: { ...sampleDatabase, database_id: id, ...fieldsOf(id), rest_token: 'CANARY' } },
  );
  const ids = ['db-1', 'db-2', 'db-3'];
  fleet.databases.add(ids);
  await fleet.indices.refresh();
  await advance(2000);
  upsertDatabase(fleet, { ...sampleDatabase, database_id: 'db-1', state: 'suspended' } as Database);
  for (const id of ids) reportUsage(fleet, 'database', id, { db_max_clients: 9500, db_memory_threshold: 1 });
  const read = (): Promise<never> => Promise.reject(new Error('CANARY-of-a-source'));
  addUsageSource(fleet, { name: 'probe', resource: 'database', read });
  events.next({ idempotencyKey: 'k', kind: 'fired', at: 0, alert: firing });
  await advance(1000);
  service.respond(() => ({ status: 429, json: { error: 'CANARY-of-an-answer' } }));
  await fleet.databases.refresh('db-3').catch(() => {});
  return monitor;
}
