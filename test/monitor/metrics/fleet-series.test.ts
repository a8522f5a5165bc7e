import { driftOf, reportUsage, limitSummaryOf, usageSourcesOf } from '../../../src/index.js';
import { describe, expect, inject, it } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { VERSION } from '../../../src/core/shared/version.js';
import type { ChannelStatus } from '../../../src/monitor/channels/channel.js';
import type { MetricsOptions } from '../../../src/monitor/metrics/metrics-options.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { errorOf } from '../../support/failure-of.js';
import { parseMetrics } from '../../support/parse-metrics.js';
import { runPromtool } from '../../support/promtool.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { account, quick } from '../../core/fleet/fleet-under-test.js';
import { sampleEvent } from '../channels/sample-events.js';
import { createFullMonitor } from './full-monitor.js';
import { createScrapedMonitor, type ScrapedMonitor } from './scraped-monitor.js';

/** Returns the values of a metric by its labels, in one text: `success get-database`. */
async function valuesOf(monitor: ScrapedMonitor, name: string): Promise<Record<string, number>> {
  const found = (await monitor.series(name)).filter((each) => each.name === name);
  return Object.fromEntries(found.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

const current = (values: Record<string, number>): string[] => Object.keys(values).filter((key) => values[key] === 1);

describe('the text', () => {
  it.runIf(inject('hasPrometheus'))(
    'passes `promtool check metrics` with everything, and without a resource',
    async () => {
      for (const { text } of [
        await createFullMonitor({ labels: { account: 'shop', dc: 'eu"1\\' } }),
        createScrapedMonitor(),
      ])
        expect(await runPromtool(['check', 'metrics'], await text())).toEqual({ code: 0, output: '' });
    },
  );

  it('has process metrics only if asked for, labels of the options in every series, and no secret, error or summary', async () => {
    const textOf = async (process: boolean): Promise<string> =>
      (await createFullMonitor({ process, labels: { account: 'shop "eu"', dc: 'a\\b' } })).text();
    const namesIn = (text: string): string[] => [...parseMetrics(text).families.keys()];
    const ours = namesIn(await textOf(false));
    expect(ours.filter((name) => !name.startsWith('fleetglass_'))).toEqual([]);
    const shown = await textOf(true);
    const ofProcess = ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'];
    expect(namesIn(shown)).toEqual(expect.arrayContaining([...ours, ...ofProcess]));
    // A second monitor of the process has them too.
    expect(namesIn(await textOf(true))).toEqual(namesIn(shown));
    const { series } = parseMetrics(shown);
    expect(series.filter(({ labels }) => labels['account'] !== 'shop "eu"' || labels['dc'] !== 'a\\b')).toEqual([]);
    expect(shown).toContain('db-1');
    expect(shown).not.toMatch(/canary/i);
    expect(shown).not.toContain(account.username);
  });
});

it('the fleet, its polling, the alerts and the deliveries are counted, with 0 where nothing happened', async () => {
  const monitor = await createFullMonitor();
  const { until = 0, overloaded } = monitor.fleet.polling.status.value;
  const rounded = monitor.fleet.databases.record('db-3').value as Database;
  expect(driftOf(rounded)).toMatchObject([{ path: 'db_request_limit', kind: 'rounded-integer' }]);
  const expected: Readonly<Record<string, Record<string, number | undefined>>> = {
    known_databases: { '': 3 },
    drifting_resources: { database: 1, index: 0 },
    polling_retry_timestamp_seconds: { held: until / 1000 },
    overload_requests_per_second: { asked: overloaded?.askedPerSecond, allowed: 0.01 },
    transitions_total: { state: 1, modifying_state: 0 },
    storage_losses_total: { lost: 0, repaired: 0 },
    usage_source_resources: { 'probe database': 3 },
    usage_source_failing_resources: { 'probe database': usageSourcesOf(monitor.fleet).value[0]?.failing },
    alerts: {
      'nearly-full critical pending': 1,
      'nearly-full critical firing': 2,
      'drift warning pending': 0,
      'drift warning firing': 0,
    },
    alert_events_total: { 'nearly-full fired': 1, 'nearly-full cleared': 0, 'drift fired': 0, 'drift cleared': 0 },
    delivery_attempts_total: { 'pager success': 5, 'pager failure': 7 },
    dropped_events_total: { pager: 1 },
    queued_events: { pager: 3 },
    delivery_failures: { pager: 2 },
    monitor_storage_failing: { '': 1 },
    evaluation_timestamp_seconds: { '': (monitor.clock.now() - (monitor.clock.monotonic() - 500)) / 1000 },
    build_info: { [VERSION]: 1 },
  };
  for (const [name, values] of Object.entries(expected))
    expect(await valuesOf(monitor, `fleetglass_${name}`), name).toEqual(values);
  expect(current(await valuesOf(monitor, 'fleetglass_polling_state'))).toEqual(['held']);
  expect(current(await valuesOf(monitor, 'fleetglass_storage_state'))).toEqual(['none']);
  expect(await valuesOf(monitor, 'fleetglass_resources')).toMatchObject({
    'database fresh': 2,
    'database stale': 1,
    'database missing': 0,
    'index fresh': 1,
  });
});

it('the counts of resources agree with `limitSummaryOf`', async () => {
  const thresholds = { warning: 0.01, critical: 0.02, overrides: { db_memory_threshold: { exceeded: 0.5 } } };
  const monitor = createScrapedMonitor({}, { thresholds, polling: quick });
  monitor.service.respond(({ id }) => ({ json: { ...sampleDatabase, database_id: id } }));
  monitor.fleet.databases.add(['a', 'b', 'c']);
  await monitor.advance(1000);
  reportUsage(monitor.fleet, 'database', 'a', { db_max_clients: 150, db_memory_threshold: 2e9 });
  reportUsage(monitor.fleet, 'database', 'b', { db_max_clients: 5, db_disk_threshold: 1e12 });
  const { limits } = limitSummaryOf(monitor.fleet).value;
  const values = await valuesOf(monitor, 'fleetglass_limits');
  for (const [status, number] of Object.entries(limits)) expect(values[`database ${status}`]).toBe(number);
  expect(limits).toMatchObject({ ok: 1, warning: 1, exceeded: 2 });
});

it('requests are counted by operation and outcome, with their duration, until `dispose`', async () => {
  const monitor = createScrapedMonitor({}, { polling: quick });
  const { fleet, service, advance } = monitor;
  service.respond(({ id }) => (id === 'gone' ? { status: 404 } : { json: { ...sampleDatabase, database_id: id } }), 30);
  fleet.databases.add(['a', 'b', 'gone']);
  await advance(1000);
  const totals = {
    'get-database success': 2,
    'get-database not-found': 1,
    'list-vector-indices success': 0,
    'create-database success': 0,
  };
  expect(await valuesOf(monitor, 'fleetglass_requests_total')).toEqual(totals);
  const durations = await monitor.series('fleetglass_request_duration_seconds');
  const of = (suffix: string, le?: string): number | undefined =>
    durations.find(
      ({ name, labels }) =>
        name.endsWith(suffix) && labels['operation'] === 'get-database' && (le === undefined || labels['le'] === le),
    )?.value;
  expect(of('_count')).toBe(3);
  expect(of('_sum')).toBeCloseTo(0.09);
  expect([of('_bucket', '0.025'), of('_bucket', '0.05')]).toEqual([0, 3]);
  monitor.metrics.dispose();
  fleet.databases.add(['later']);
  await advance(1000);
  expect(await valuesOf(monitor, 'fleetglass_requests_total')).toEqual(totals);
});

it('the polling shows that it runs, and that the service refuses the credentials', async () => {
  const monitor = createScrapedMonitor();
  expect(current(await valuesOf(monitor, 'fleetglass_polling_state'))).toEqual(['running']);
  expect(current(await valuesOf(monitor, 'fleetglass_breaker_state'))).toEqual(['closed']);
  expect(await valuesOf(monitor, 'fleetglass_polling_retry_timestamp_seconds')).toEqual({});
  expect(await valuesOf(monitor, 'fleetglass_overloaded')).toEqual({ '': 0 });
  expect(await valuesOf(monitor, 'fleetglass_overload_requests_per_second')).toEqual({});
  monitor.service.respond(() => ({ status: 401 }));
  monitor.fleet.databases.add(['a']);
  await monitor.advance(1000);
  expect(current(await valuesOf(monitor, 'fleetglass_polling_state'))).toEqual(['stopped']);
  expect(current(await valuesOf(monitor, 'fleetglass_breaker_state'))).toEqual(['open']);
  expect(Object.keys(await valuesOf(monitor, 'fleetglass_polling_retry_timestamp_seconds'))).toEqual(['stopped']);
});

it('alerts and deliveries of removed rules and channels disappear, and a rule that comes back counts on', async () => {
  let rules: Rule[] = [{ name: 'drift', kind: 'drift' }];
  let channels: ChannelStatus[] = [
    { name: 'pager', queued: 0, delivered: 1, failed: 0, dropped: 0, failuresInARow: 0 },
  ];
  const monitor = createScrapedMonitor({ rules: () => rules, channels: () => channels });
  expect(Object.keys(await valuesOf(monitor, 'fleetglass_alerts'))).toHaveLength(2);
  monitor.events.next(sampleEvent(1, { rule: 'drift' }));
  expect(await valuesOf(monitor, 'fleetglass_alert_events_total')).toEqual({ 'drift fired': 1, 'drift cleared': 0 });
  expect(Object.keys(await valuesOf(monitor, 'fleetglass_delivery_attempts_total'))).toHaveLength(2);
  rules = [];
  channels = [];
  expect(await valuesOf(monitor, 'fleetglass_alerts')).toEqual({});
  monitor.events.next(sampleEvent(2, { rule: 'drift' }));
  expect(await valuesOf(monitor, 'fleetglass_alert_events_total')).toEqual({});
  expect(await valuesOf(monitor, 'fleetglass_delivery_attempts_total')).toEqual({});
  rules = [{ name: 'drift', kind: 'drift' }];
  expect(await valuesOf(monitor, 'fleetglass_alert_events_total')).toEqual({ 'drift fired': 1, 'drift cleared': 1 });
});

it.each<[string, unknown, string[]]>([
  ['a negative number of series', { seriesPerResource: -1 }, ['seriesPerResource']],
  ['an unknown field', { fields: ['db_max_clients', 'toString'] }, ['fields[1]']],
  [
    'names that are no label',
    { labels: { '1a': 'x', __a: 'x', 'a-b': 'x' } },
    ['labels.1a', 'labels.__a', 'labels.a-b'],
  ],
  ['names of our own labels', { labels: { id: 'x', le: 'x' } }, ['labels.id', 'labels.le']],
  ['a value with a line break', { labels: { account: 'a\nb' } }, ['labels.account']],
  ['too many labels', { labels: Object.fromEntries([...'abcdefghijk'].map((name) => [name, 'x'])) }, ['labels']],
])('the options refuse %s', (_, options, paths) => {
  const { code, issues = [] } = errorOf(() => createScrapedMonitor({ options: options as MetricsOptions }));
  expect(code).toBe('invalid-request');
  expect(issues.map(({ path }) => path).toSorted()).toEqual(paths);
});
