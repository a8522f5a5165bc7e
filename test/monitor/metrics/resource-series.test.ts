import { reportUsage, upsertDatabase } from '../../../src/index.js';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import type { Alert } from '../../../src/monitor/index.js';
import { sampleAlert } from '../channels/sample-events.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { parseMetrics, type ParsedSeries } from '../../support/parse-metrics.js';
import type { ScriptedService } from '../../core/fleet/scripted-service.js';
import { createScrapedMonitor, readAll, type ScrapedMonitor } from './scraped-monitor.js';

/** Answers reads with sample databases, and the list with sample indices. */
function serve(service: ScriptedService, change: (id: string) => object = () => ({}), indices = 0): void {
  service.respond(({ operation, id }) =>
    operation === 'list'
      ? { json: sampleVectorIndices(indices) }
      : { json: { ...sampleDatabase, database_id: id, ...change(id) } },
  );
}

/** Makes metrics of one polled database, `db`. */
async function scrapeOne(
  fields: object = {},
  options = {},
  alerts: () => readonly Alert[] = () => [],
): Promise<ScrapedMonitor> {
  const monitor = createScrapedMonitor({ options, alerts });
  serve(monitor.service, () => fields);
  monitor.fleet.databases.add(['db']);
  await monitor.advance(1000);
  return monitor;
}

/** Returns name, field and value of the series of one id, in the order of the text. */
async function seriesOf(monitor: ScrapedMonitor, id = 'db'): Promise<(string | number)[][]> {
  const all = parseMetrics(await monitor.text()).series.filter(({ labels }) => labels['id'] === id);
  return all.map(({ name, labels, value }) => [
    name.replace('fleetglass_', ''),
    ...(labels['field'] === undefined ? [] : [labels['field']]),
    value,
  ]);
}

const labelsOf = (series: readonly ParsedSeries[]): unknown => series.map(({ labels }) => labels);

describe('the series of a database', () => {
  it('show its facts, state, modification, last confirmation, ratios, use and limits', async () => {
    const monitor = await scrapeOne({}, { seriesPerResource: 100 });
    reportUsage(monitor.fleet, 'database', 'db', { db_max_clients: 2500, db_memory_threshold: 3221225472 });
    const confirmedAt = (monitor.fleet.databases.entry('db').value.confirmedAt ?? 0) / 1000;
    const series = await seriesOf(monitor);
    expect(series.slice(0, 9)).toEqual([
      ['resource_info', 1],
      ['resource_state', 1],
      ['resource_modifying', 0],
      ['resource_confirmed_timestamp_seconds', confirmedAt],
      ['limit_usage_ratio', 'db_max_clients', 0.25],
      ['limit_usage_ratio', 'db_memory_threshold', 1],
      ['limit_used', 'db_max_clients', 2500],
      ['limit_used', 'db_memory_threshold', 3221225472],
      ['limit', 'db_max_clients', 10000],
    ]);
    expect(series).toHaveLength(20);
    expect(series).toContainEqual(['limit', 'db_lua_timeout', 0.25]);
    const { database_name: name } = sampleDatabase;
    expect(labelsOf(await monitor.series('fleetglass_resource_info'))).toEqual([
      { resource: 'database', id: 'db', name, region: 'us-east-1', platform: 'aws', plan: 'paid' },
    ]);
    expect(labelsOf(await monitor.series('fleetglass_resource_state'))).toEqual([
      { resource: 'database', id: 'db', state: 'active' },
    ]);
    const timeout = (await monitor.series('fleetglass_limit')).find(
      ({ labels }) => labels['field'] === 'db_lua_timeout',
    );
    expect(timeout?.labels['unit']).toBe('seconds');
  });

  it.each([0, 3, 5, 1000])('are at most %i if `seriesPerResource` says so', async (seriesPerResource) => {
    const monitor = await scrapeOne({}, { seriesPerResource });
    reportUsage(monitor.fleet, 'database', 'db', { db_max_clients: 1, db_disk_threshold: 2 });
    const names = (await seriesOf(monitor)).map(([name]) => name);
    expect(names).toHaveLength(Math.min(seriesPerResource, 20));
    const first = ['resource_info', 'resource_state', 'resource_modifying', 'resource_confirmed_timestamp_seconds'];
    expect(names.slice(0, 4)).toEqual(first.slice(0, seriesPerResource));
  });

  it('take the place of a fact that the record lacks', async () => {
    const series = await seriesOf(await scrapeOne({ state: null }, { seriesPerResource: 4 }));
    expect(series.at(-1)).toEqual(['limit', 'db_max_clients', 10000]);
    expect(series).toHaveLength(4);
  });

  it('have the firing alerts before the ratios, the most severe first, and at most 8 in all', async () => {
    const firing = (severity: Alert['severity'], rule: string): Alert => sampleAlert({ id: 'db', severity, rule });
    let alerts: readonly Alert[] = [
      sampleAlert({ id: 'db', rule: 'soon', state: 'pending' }),
      firing('info', 'a'),
      firing('critical', 'b'),
      sampleAlert({ id: '', resource: 'fleet', rule: 'polling-stopped', name: undefined, field: undefined }),
    ];
    const monitor = await scrapeOne({}, {}, () => alerts);
    reportUsage(monitor.fleet, 'database', 'db', { db_max_clients: 1, db_disk_threshold: 2 });
    const active = await monitor.series('fleetglass_alert_active');
    expect(active.every(({ value }) => value === 1)).toBe(true);
    const [field, name] = ['db_memory_threshold', 'orders'];
    expect(labelsOf(active)).toEqual([
      { resource: 'fleet', id: '', rule: 'polling-stopped', severity: 'warning' },
      { resource: 'database', id: 'db', rule: 'b', severity: 'critical', name, field },
      { resource: 'database', id: 'db', rule: 'a', severity: 'info', name, field },
    ]);
    const limits = (await seriesOf(monitor)).filter(([name]) => String(name).startsWith('limit'));
    expect(limits).toEqual([
      ['limit_usage_ratio', 'db_max_clients', 0.0001],
      ['limit_usage_ratio', 'db_disk_threshold', expect.any(Number)],
    ]);
    alerts = Array.from('abcdef', (rule) => firing('warning', rule));
    expect(await monitor.series('fleetglass_alert_active')).toHaveLength(4);
    expect(await seriesOf(monitor)).toHaveLength(8);
    alerts = [];
    expect(await monitor.series('fleetglass_alert_active')).toEqual([]);
  });

  it('begin with the limits of `fields`', async () => {
    const options = { fields: ['db_lua_timeout', 'max_vector_count', 'db_memory_threshold'], seriesPerResource: 7 };
    const monitor = await scrapeOne({}, options);
    reportUsage(monitor.fleet, 'database', 'db', { db_max_clients: 1, db_memory_threshold: 0 });
    expect((await seriesOf(monitor)).slice(4)).toEqual([
      ['limit_usage_ratio', 'db_memory_threshold', 0],
      ['limit_usage_ratio', 'db_max_clients', 0.0001],
      ['limit_used', 'db_memory_threshold', 0],
    ]);
  });

  it('are the facts alone while there is no record, and the last confirmation too while the database is missing', async () => {
    const monitor = await scrapeOne();
    const before = await monitor.series('fleetglass_resource_confirmed');
    monitor.service.respond(() => ({ status: 404 }));
    await monitor.fleet.databases.refresh('db').catch(() => {});
    expect((await seriesOf(monitor)).map(([name]) => name)).toEqual([
      'resource_info',
      'resource_confirmed_timestamp_seconds',
    ]);
    expect(await monitor.series('fleetglass_resource_confirmed')).toEqual(before);
    monitor.fleet.databases.add(['new']);
    const ofNew = (await monitor.series('fleetglass_resource_')).filter(({ labels }) => labels['id'] === 'new');
    expect(ofNew).toMatchObject([{ name: 'fleetglass_resource_info', value: 1 }]);
    expect(labelsOf(ofNew)).toEqual([{ resource: 'database', id: 'new' }]);
  });

  it('show a modification, and a limit of 0 that is used', async () => {
    const monitor = await scrapeOne({ modifying_state: 'upgrading', db_max_clients: 0 });
    reportUsage(monitor.fleet, 'database', 'db', { db_max_clients: 1 });
    expect(await seriesOf(monitor)).toContainEqual(['resource_modifying', 1]);
    expect(await seriesOf(monitor)).toContainEqual(['limit_usage_ratio', 'db_max_clients', Infinity]);
  });

  it('leave out values of another type', async () => {
    const fields = { state: null, primary_region: 5, type: {}, db_max_clients: '7', db_disk_threshold: -5 };
    const monitor = await scrapeOne(fields, { seriesPerResource: 100 });
    reportUsage(monitor.fleet, 'database', 'db', { db_max_clients: 1 });
    const series = await seriesOf(monitor);
    expect(series).toContainEqual(['limit_used', 'db_max_clients', 1]);
    expect(series.filter(([name]) => name === 'resource_state' || name === 'limit_usage_ratio')).toEqual([]);
    expect(series.filter(([, field]) => field === 'db_max_clients' || field === 'db_disk_threshold')).toHaveLength(1);
    expect(Object.keys((await monitor.series('fleetglass_resource_info'))[0]?.labels ?? {})).toEqual([
      'resource',
      'id',
      'name',
    ]);
  });

  it('do not make ids observed', async () => {
    const { service, advance, text } = await scrapeOne();
    service.clear();
    for (let each = 0; each < 12; each++) {
      await text();
      await advance(10_000);
    }
    // An observed id is polled every 15 s.
    expect(service.timesOf('db').length).toBeLessThanOrEqual(2);
    expect(service.requests.filter(({ operation }) => operation === 'list')).toEqual([]);
  });
});

it('the series of an index have no state, and no ratio of an unlimited limit', async () => {
  const monitor = createScrapedMonitor({ options: { seriesPerResource: 100 } });
  serve(monitor.service, undefined, 1);
  await monitor.fleet.indices.refresh();
  const id = monitor.fleet.indices.all.value[0]?.id ?? '';
  reportUsage(monitor.fleet, 'index', id, { max_vector_count: 50_000_000, max_monthly_bandwidth: 7 });
  const series = (await seriesOf(monitor, id)).map(([name, field]) => [name, field]);
  expect(series.slice(0, 5)).toEqual([
    ['resource_info', 1],
    ['resource_confirmed_timestamp_seconds', expect.any(Number)],
    ['limit_usage_ratio', 'max_vector_count'],
    ['limit_used', 'max_vector_count'],
    ['limit_used', 'max_monthly_bandwidth'],
  ]);
  expect(series).toHaveLength(5 + 8);
  expect(labelsOf(await monitor.series('fleetglass_resource_info'))).toEqual([
    { resource: 'index', id, name: 'documents-of-tenant-0', region: 'eu-west-1', platform: 'aws', plan: 'fixed' },
  ]);
});

it('an id that the fleet does not know, as after a restart, has only the series of its firing alerts', async () => {
  const alertOf = (resource: 'database' | 'index', rule: string, changes: Partial<Alert> = {}): Alert =>
    sampleAlert({ resource, id: 'i', name: 'products', field: undefined, rule, ...changes });
  const alerts = [
    alertOf('index', 'gone'),
    alertOf('index', 'named', { severity: 'critical' }),
    alertOf('index', 'later', { state: 'pending' }),
    alertOf('database', 'old', { name: undefined }),
  ];
  const monitor = createScrapedMonitor({ alerts: () => alerts });
  const { series } = parseMetrics(await monitor.text());
  const index = { resource: 'index', id: 'i', name: 'products' };
  expect(labelsOf(series.filter(({ labels }) => labels['id'] === 'i'))).toEqual([
    { ...index, rule: 'named', severity: 'critical' },
    { ...index, rule: 'gone', severity: 'warning' },
    { resource: 'database', id: 'i', rule: 'old', severity: 'warning' },
  ]);
});

describe('a scrape', () => {
  async function scrapeMany(count: number): Promise<ScrapedMonitor> {
    const monitor = createScrapedMonitor();
    const ids = Array.from({ length: count }, (_, at) => `db-${at}`);
    monitor.fleet.databases.add(ids);
    for (const database_id of ids) upsertDatabase(monitor.fleet, { ...sampleDatabase, database_id } as Database);
    return monitor;
  }

  it('shows the ids of its beginning while ids are added, removed and added again', async () => {
    const { fleet, metrics } = await scrapeMany(2000);
    let text = '';
    for await (const slice of metrics.read()) {
      text += slice;
      fleet.databases.remove(['db-0', 'db-1999']);
      fleet.databases.add(['new', 'db-0']);
    }
    const { series } = parseMetrics(text);
    expect(series.filter(({ labels }) => labels['id'] === 'db-1999')).toHaveLength(8);
    expect(series.filter(({ labels }) => labels['id'] === 'db-0')).toHaveLength(8);
    expect(series.filter(({ labels }) => labels['id'] === 'new')).toEqual([]);
    expect(series.filter(({ name }) => name === 'fleetglass_resource_info')).toHaveLength(2000);
    const later = parseMetrics(await readAll(metrics)).series.map(({ labels }) => labels['id']);
    expect(later).toContain('new');
    expect(later).not.toContain('db-1999');
  });

  it('ends with the reason of its signal', async () => {
    const { metrics } = await scrapeMany(2000);
    const abort = new AbortController();
    const reason = new Error('the client has gone');
    let slices = 0;
    const read = async (): Promise<void> => {
      for await (const _ of metrics.read(abort.signal)) {
        slices += 1;
        if (slices === 3) abort.abort(reason);
      }
    };
    await expect(read()).rejects.toBe(reason);
    expect(slices).toBe(3);
    await expect(readAll(metrics, abort.signal)).rejects.toBe(reason);
    expect(parseMetrics(await readAll(metrics)).series.length).toBeGreaterThan(2000 * 8);
  });

  it('keeps hostile texts of the service within their labels', async () => {
    const names = [
      'two\nlines',
      'a "quote" and a \\ backslash\\',
      '"} 1\nfleetglass_resource_info{id="forged"} 1\n',
      '\u0000\u001b[31m\u202e\r\u2028',
      'x'.repeat(900_000),
      `${'x'.repeat(127)}\u{1f600}`,
      '\ud800 alone',
    ];
    const monitor = createScrapedMonitor();
    serve(monitor.service, (id) => ({
      database_name: names[Number(id)],
      state: names[Number(id)],
      type: names[Number(id)],
    }));
    const ids = names.map((_, at) => String(at));
    monitor.fleet.databases.add([...ids, 'id "with\u00a0quote"']);
    await monitor.advance(2000);
    const text = await monitor.text();
    expect(text.length).toBeLessThan(60_000);
    const infos = await monitor.series('fleetglass_resource_info');
    expect(infos.map(({ labels }) => labels['id'])).toEqual([...ids, 'id "with\u00a0quote"']);
    expect(infos.find(({ labels }) => labels['id'] === '1')?.labels['name']).toBe(names[1]);
    for (const { labels } of infos) {
      for (const value of Object.values(labels)) {
        expect(value.length).toBeLessThanOrEqual(128);
        expect(value).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }
    }
  });
});
