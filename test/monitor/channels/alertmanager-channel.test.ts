import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest';
import type { Alert } from '../../../src/monitor/alerts/alert.js';
import {
  alertmanagerChannel,
  type AlertmanagerChannelOptions,
} from '../../../src/monitor/channels/alertmanager-channel.js';
import { createManualClock } from '../../support/manual-clock.js';
import { httpAnswer, startWireServer, type WireServer } from '../../support/wire-server.js';
import { createDeliveries, deliverOnce, sampleAlert, sampleEvent } from './sample-events.js';
import { startAlertmanager, type RunningAlertmanager } from './start-alertmanager.js';

const startServer = (status = 200): Promise<WireServer> =>
  startWireServer((wire) => wire.send(httpAnswer(status, '{}')));

const noon = Date.UTC(2026, 0, 1, 12);

describe('alertmanagerChannel', () => {
  it('sends a firing alert that is valid for four intervals', async () => {
    await using server = await startServer();
    const channel = alertmanagerChannel({
      name: 'am',
      url: `${server.url}/prefix/`,
      labels: { account: 'production' },
      clock: createManualClock(noon),
    });
    expect(channel.repeatMs).toBe(60_000);
    expect(await deliverOnce(channel)).toBeUndefined();
    expect(server.requests[0]).toMatchObject({ method: 'POST', target: '/prefix/api/v2/alerts' });
    expect(server.requests[0]?.headers.has('authorization')).toBe(false);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual([
      {
        labels: {
          account: 'production',
          alertname: 'nearly-full',
          severity: 'warning',
          resource: 'database',
          id: 'db-1',
          field: 'db_memory_threshold',
        },
        annotations: { summary: 'orders uses 93 % of its memory.', name: 'orders', value: '0.93' },
        startsAt: '2026-01-01T00:01:00.000Z',
        endsAt: '2026-01-01T12:04:00.000Z',
      },
    ]);
  });

  it('has the name as a label, and links to the runbook and to the source, if it is told so', async () => {
    await using server = await startServer();
    const links = {
      runbookUrl: 'https://wiki.example.com/runbook#{rule}',
      generatorUrl: 'https://grafana.example.com/d/fleetglass?var-id={id}&name={name}&field={field}',
    };
    const channel = alertmanagerChannel({ name: 'am', url: server.url, nameLabel: true, ...links });
    await channel.repeat?.([sampleAlert({ name: 'my orders' })], { signal: new AbortController().signal });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject([
      {
        labels: { alertname: 'nearly-full', name: 'my orders' },
        annotations: { name: 'my orders', runbook_url: 'https://wiki.example.com/runbook#nearly-full' },
        generatorURL: 'https://grafana.example.com/d/fleetglass?var-id=db-1&name=my%20orders&field=db_memory_threshold',
      },
    ]);
  });

  it('has the labels, annotations and runbook of the rule', async () => {
    await using server = await startServer();
    const options = { labels: { account: 'production', team: 'all' }, runbookUrl: 'https://example.com/{rule}' };
    const channel = alertmanagerChannel({ name: 'am', url: server.url, ...options });
    const texts = { labels: { team: 'storage' }, annotations: { hint: 'Look.' }, runbook: 'https://example.com/own' };
    await deliverOnce(channel, { event: sampleEvent(1, texts) });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject([
      {
        labels: { alertname: 'nearly-full', account: 'production', team: 'storage' },
        annotations: { summary: 'orders uses 93 % of its memory.', hint: 'Look.', runbook_url: texts.runbook },
      },
    ]);
  });

  it('sends a cleared alert with the time of its end', async () => {
    await using server = await startServer();
    const channel = alertmanagerChannel({ name: 'am', url: server.url });
    await deliverOnce(channel, { event: sampleEvent(2) });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject([{ endsAt: '2026-01-01T00:02:00.000Z' }]);
  });

  it('never ends an alert before it starts', async () => {
    await using server = await startServer();
    const channel = alertmanagerChannel({ name: 'am', url: server.url });
    await deliverOnce(channel, { event: { ...sampleEvent(2), at: 0 } });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject([{ endsAt: '2026-01-01T00:01:00.000Z' }]);
  });

  it.each<[string, Partial<AlertmanagerChannelOptions>, string]>([
    ['a password', { username: 'fleet', password: 'pässword' }, `Basic ${btoa('fleet:p\u00c3\u00a4ssword')}`],
    ['a token', { bearerToken: 'a-token' }, 'Bearer a-token'],
  ])('sends %s', async (_, options, expected) => {
    await using server = await startServer();
    await deliverOnce(alertmanagerChannel({ name: 'am', url: server.url, ...options }));
    expect(server.requests[0]?.headers.get('authorization')).toBe(expected);
  });

  it('repeats many alerts in requests of at most 500', async () => {
    await using server = await startServer();
    const channel = alertmanagerChannel({ name: 'am', url: server.url });
    const alerts = Array.from({ length: 1100 }, (_, at) => sampleAlert({ id: `db-${at}` }));
    await channel.repeat?.(alerts, { signal: new AbortController().signal });
    expect(server.requests.map(({ body }) => (JSON.parse(body) as unknown[]).length)).toEqual([500, 500, 100]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a query in the URL', { url: 'https://am.example.com/?a=canary1234' }, 'url'],
    ['a password over http', { url: 'http://am.internal', username: 'a', password: 'canary1234' }, 'url'],
    ['a user name without a password', { username: 'a' }, 'password'],
    ['a password and a token', { username: 'a', password: 'b', bearerToken: 'canary1234' }, 'bearerToken'],
    ['a label with a hyphen', { labels: { 'a-b': 'c' } }, 'labels.a-b'],
    ['a label that the channel sets', { labels: { alertname: 'c' } }, 'labels.alertname'],
    ['an interval below a second', { repeatMs: 999 }, 'repeatMs'],
  ])('refuses %s', (_, change, path) => {
    const options = { name: 'am', url: 'https://am.example.com', ...change } as AlertmanagerChannelOptions;
    expect(() => alertmanagerChannel(options)).toThrow(
      expect.objectContaining({
        issues: [{ path, message: expect.not.stringContaining('canary') }],
        message: expect.not.stringContaining('canary'),
      }),
    );
  });
});

describe.runIf(inject('hasAlertmanager'))('a real Alertmanager', () => {
  let receiver: WireServer;
  let alertmanager: RunningAlertmanager;
  beforeAll(async () => {
    receiver = await startWireServer((wire) => wire.send(httpAnswer(200)));
    alertmanager = await startAlertmanager(receiver.url);
  });
  afterAll(async () => {
    await alertmanager.stop();
    await receiver[Symbol.asyncDispose]();
  });

  /** Starts deliveries that repeat the alert of one database every second. */
  function setUp(id: string, onTestFinished: TestContext['onTestFinished']) {
    const now = Date.now();
    const alert = sampleAlert({ key: id, id, startedAt: now, firedAt: now });
    let firing: readonly Alert[] = [];
    const channel = alertmanagerChannel({ name: 'am', url: alertmanager.url, repeatMs: 1000 });
    const deliveries = createDeliveries([channel], { random: () => 0, firing: () => firing });
    onTestFinished(() => deliveries.drain(0));
    deliveries.start();
    return {
      deliveries,
      fire(): void {
        firing = [alert];
        deliveries.enqueue({ ...sampleEvent(1), at: Date.now(), alert }, undefined)();
      },
      clear(): void {
        firing = [];
        deliveries.enqueue({ ...sampleEvent(2), at: Date.now(), alert }, undefined)();
      },
      shown: async () => (await alertmanager.alerts()).filter(({ labels }) => labels['id'] === id),
      notified: () =>
        receiver.requests.flatMap(({ body }) =>
          (JSON.parse(body) as { alerts: { status: string; labels: Record<string, string> }[] }).alerts.flatMap(
            ({ status, labels }) => (labels['id'] === id ? status : []),
          ),
        ),
    };
  }

  it.concurrent('shows an alert while it fires, and notifies once when it fires and once when it clears', async ({
    expect,
    onTestFinished,
  }) => {
    const { fire, clear, shown, notified } = setUp('db-1', onTestFinished);
    fire();
    await expect.poll(notified).toEqual(['firing']);
    const [first] = await shown();
    expect(first).toMatchObject({
      labels: { alertname: 'nearly-full', severity: 'warning', resource: 'database', field: 'db_memory_threshold' },
      annotations: { summary: 'orders uses 93 % of its memory.', name: 'orders', value: '0.93' },
    });
    // Longer than the alert is valid for: the repetitions keep it.
    const endOfFirst = Date.parse(first?.endsAt ?? '');
    await expect.poll(async () => Date.parse((await shown())[0]?.endsAt ?? '')).toBeGreaterThan(endOfFirst + 4000);
    clear();
    await expect.poll(notified).toEqual(['firing', 'resolved']);
    expect(await shown()).toEqual([]);
  });

  it.concurrent('resolves the alerts of a monitor that has died', async ({ expect, onTestFinished }) => {
    const { deliveries, fire, shown, notified } = setUp('db-2', onTestFinished);
    fire();
    await expect.poll(shown).toHaveLength(1);
    await deliveries.drain(1000);
    await expect.poll(shown).toEqual([]);
    await expect.poll(notified).toEqual(['firing', 'resolved']);
  });

  it.concurrent('takes a test alert, and an alert of every kind of text', async ({ expect, onTestFinished }) => {
    const { deliveries } = setUp('', onTestFinished);
    expect(await deliveries.test()).toEqual([{ channel: 'am', isDelivered: true }]);
    const alert = sampleAlert({ id: 'ü"\n\\{}\ud800', name: '', value: undefined, field: undefined, summary: '' });
    deliveries.enqueue({ ...sampleEvent(1), at: Date.now(), alert }, undefined)();
    await expect.poll(() => deliveries.statuses[0]).toMatchObject({ delivered: 1, failed: 0 });
    const labels = (await alertmanager.alerts()).map((shown) => shown.labels);
    expect(labels).toContainEqual({ alertname: 'fleetglass-test', severity: 'info', resource: 'fleet' });
    expect(labels.filter(({ id }) => id?.startsWith('ü'))).toHaveLength(1);
  });

  it('gets its alerts back after it lost them', async ({ onTestFinished }) => {
    const { fire, shown } = setUp('db-3', onTestFinished);
    fire();
    await expect.poll(shown).toHaveLength(1);
    await alertmanager.restart();
    await expect.poll(shown).toHaveLength(1);
  });
});
