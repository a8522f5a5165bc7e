import { expect, it, onTestFinished } from 'vitest';
import { createMonitor, startMonitorServer, type AlertList } from '../../../src/monitor/index.js';
import { parseMetrics, type ParsedSeries } from '../../support/parse-metrics.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { account, createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';

it('serves the metrics and the health of a monitor through its whole life', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest({ polling: quick });
  const rules = [{ name: 'suspended', kind: 'state', in: ['suspended'], severity: 'critical' }] as const;
  const monitor = createMonitor({ fleet, clock, rules, metrics: { process: true } });
  onTestFinished(() => monitor.dispose());
  expect(monitor.health()).toEqual({ failures: [], unready: ['The kept state is being read.'] });
  const server = await startMonitorServer(monitor, { port: 0 });
  onTestFinished(server.close);
  const readAlerts = async (): Promise<AlertList> => (await (await fetch(`${server.url}/alerts`)).json()) as AlertList;

  const statusOf = async (path: string): Promise<number> => (await fetch(server.url + path)).status;
  const readSeries = async (name: string): Promise<ParsedSeries[]> => {
    const { series } = parseMetrics(await (await fetch(`${server.url}/metrics`)).text());
    return series.filter((each) => each.name === name);
  };

  await monitor.ready;
  service.respond(() => undefined);
  fleet.databases.add(['db']);
  await advance(1000);
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);

  service.respond(({ id }) => ({ json: { ...sampleDatabase, database_id: id, state: 'suspended' } }));
  await advance(60_000);
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  expect(await readSeries('fleetglass_alerts')).toEqual([
    { name: 'fleetglass_alerts', labels: { rule: 'suspended', severity: 'critical', state: 'pending' }, value: 0 },
    { name: 'fleetglass_alerts', labels: { rule: 'suspended', severity: 'critical', state: 'firing' }, value: 1 },
  ]);
  expect(await readAlerts()).toEqual({
    version: 1,
    silences: [],
    alerts: [expect.objectContaining({ state: 'firing', rule: 'suspended', key: 'suspended/database/db', id: 'db' })],
  });
  const active = { resource: 'database', id: 'db', rule: 'suspended', severity: 'critical' };
  expect(await readSeries('fleetglass_alert_active')).toEqual([
    expect.objectContaining({ labels: { ...active, name: sampleDatabase.database_name }, value: 1 }),
  ]);
  const [evaluated] = await readSeries('fleetglass_evaluation_timestamp_seconds');
  expect(clock.now() / 1000 - (evaluated?.value ?? 0)).toBeLessThan(30);

  service.respond(({ id }) => ({ json: { ...sampleDatabase, database_id: id, state: 'active' } }));
  await advance(180_000);
  expect([await readAlerts(), await readSeries('fleetglass_alert_active')]).toEqual([
    { version: 1, silences: [], alerts: [] },
    [],
  ]);

  service.respond(() => ({ status: 401, json: { error: account.password } }));
  await advance(60_000);
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  const body = await (await fetch(`${server.url}/readyz`)).text();
  expect(body).toContain('Polling is stopped.');
  expect(body).not.toContain(account.password);

  await monitor.dispose();
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/alerts')]).toEqual([503, 503, 503]);
  // The last values stay for the last scrape.
  expect(await readSeries('fleetglass_resource_info')).toHaveLength(1);
});

it('is healthy without rules and without databases', async () => {
  const { fleet, clock, advance } = createFleetUnderTest();
  const monitor = createMonitor({ fleet, clock });
  onTestFinished(() => monitor.dispose());
  await monitor.ready;
  for (let minute = 0; minute < 10; minute++) {
    await advance(60_000);
    expect(monitor.health()).toEqual({ failures: [], unready: [] });
  }
});
