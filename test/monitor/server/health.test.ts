import { describe, expect, it, onTestFinished } from 'vitest';
import { createHealth, type HealthParts } from '../../../src/monitor/server/health.js';
import { account, createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';
import { createMonitor, startMonitorServer } from '../../../src/monitor/index.js';
import { sampleDatabase } from '../../support/sample-database.js';

/** A monitor in the phase `running`, whose rules were evaluated just now. */
function createHealthUnderTest() {
  const fleet = createFleetUnderTest({ polling: quick });
  const parts: {
    phase: ReturnType<HealthParts['phase']>;
    evaluatedMs: number | undefined;
    channels: ReturnType<HealthParts['channels']>;
  } = { phase: 'running', evaluatedMs: 0, channels: [] };
  const health = createHealth({
    fleet: fleet.fleet,
    clock: fleet.clock,
    phase: () => parts.phase,
    evaluatedMs: () => parts.evaluatedMs,
    isStorageFailing: () => false,
    channels: () => parts.channels,
  });
  onTestFinished(health.dispose);
  return Object.assign(parts, fleet, { read: health.read });
}

it('the failures are empty while the kept state is read, and for 30 s afterwards and after each evaluation', async () => {
  const monitor = createHealthUnderTest();
  monitor.phase = 'restoring';
  monitor.evaluatedMs = undefined;
  await monitor.advance(120_000);
  expect(monitor.read()).toEqual({ failures: [], unready: ['The kept state is being read.'] });
  monitor.phase = 'running';
  expect(monitor.read().failures).toEqual([]);
  // The first evaluation does not come.
  await monitor.advance(31_000);
  expect(monitor.read().failures).toHaveLength(1);
  monitor.evaluatedMs = monitor.clock.monotonic();
  await monitor.advance(30_000);
  expect(monitor.read().failures).toEqual([]);
  await monitor.advance(1000);
  const reasons = ['No rule was evaluated for 31 s. Expected an evaluation within 30 s.'];
  expect(monitor.read()).toEqual({ failures: reasons, unready: reasons });
});

describe('the reasons why a monitor is not ready', () => {
  it('say that the service has not answered, until its first answer: the list of indices, or a 404', async () => {
    const reasons = ['The service has not answered yet.'];
    // Without a known database.
    const ofList = createHealthUnderTest();
    ofList.service.respond(() => ({ status: 500 }));
    ofList.fleet.indices.track();
    await ofList.advance(1000);
    expect(ofList.read().unready).toEqual(reasons);
    ofList.service.respond(() => ({ json: [] }));
    await ofList.advance(600_000);
    ofList.evaluatedMs = ofList.clock.monotonic();
    expect(ofList.read().unready).toEqual([]);
    const monitor = createHealthUnderTest();
    monitor.service.respond(({ id }) => (id === 'gone' ? { status: 404 } : undefined));
    monitor.fleet.databases.add(['a']);
    await monitor.advance(100);
    expect(monitor.read().unready).toEqual(reasons);
    // The service answers, although it has no such database.
    monitor.fleet.databases.add(['gone']);
    await monitor.advance(100);
    expect(monitor.read().unready).toEqual([]);
    // Nothing reads the health before the outage, which is too small to stop the polling.
    const answered = createHealthUnderTest();
    answered.fleet.databases.add(['a']);
    await answered.answerWith('a');
    await answered.refuseWith(500);
    expect(answered.fleet.polling.status.value.state).toBe('running');
    expect(answered.read().unready).toEqual([]);
  });

  it('name a channel that has failed five times in a row while alerts wait for it, also while polling is stopped', async () => {
    const monitor = createHealthUnderTest();
    const failing = { name: 'pager', queued: 1, delivered: 0, failed: 5, dropped: 0, failuresInARow: 5 };
    monitor.channels = [{ ...failing, name: 'chat', failuresInARow: 0 }, failing];
    const reason = 'Alerts wait for the channel pager, which fails. The log has the reason.';
    expect(monitor.read()).toEqual({ failures: [], unready: [reason] });
    for (const changes of [{ queued: 0 }, { failuresInARow: 4 }]) {
      monitor.channels = [{ ...failing, ...changes }];
      expect(monitor.read().unready).toEqual([]);
    }
    monitor.channels = [failing];
    monitor.service.respond(() => ({ status: 401, json: { error: 'no' } }));
    monitor.fleet.databases.add(['a']);
    await monitor.advance(1000);
    expect(monitor.read().unready).toEqual([expect.stringMatching(/^Polling is stopped\. /) as string, reason]);
  });
});

it('the health of a monitor is served through its whole life, without a secret', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest({ polling: quick });
  await using monitor = createMonitor({ fleet, clock });
  expect(monitor.health()).toEqual({ failures: [], unready: ['The kept state is being read.'] });
  const server = await startMonitorServer(monitor, { port: 0 });
  onTestFinished(server.close);
  const statusOf = async (path: string): Promise<number> => (await fetch(server.url + path)).status;

  await monitor.ready;
  service.respond(() => undefined);
  fleet.databases.add(['db']);
  await advance(1000);
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  service.respond(({ id }) => ({ json: { ...sampleDatabase, database_id: id } }));
  await advance(60_000);
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);

  service.respond(() => ({ status: 401, json: { error: account.password } }));
  await advance(60_000);
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  const body = await (await fetch(`${server.url}/readyz`)).text();
  const reasons: unknown = expect.arrayContaining([expect.stringContaining('Polling is stopped.')]);
  expect(JSON.parse(body)).toEqual({ status: 'unavailable', reasons });
  expect(body).not.toContain(account.password);

  await monitor.dispose();
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/alerts')]).toEqual([503, 503, 503]);
  const ended = { status: 'unavailable', reasons: ['The monitor has ended.'] };
  expect(await (await fetch(`${server.url}/alerts`)).json()).toEqual(ended);
  // The last values stay for the last scrape.
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('fleetglass_resource_info{');
});
