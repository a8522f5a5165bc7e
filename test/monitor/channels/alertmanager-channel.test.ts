import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest';
import type { Alert } from '../../../src/monitor/alerts/alert.js';
import {
  alertmanagerChannel,
  type AlertmanagerChannelOptions,
} from '../../../src/monitor/channels/alertmanager-channel.js';
import { createManualClock } from '../../support/manual-clock.js';
import { startWireServer, type WireServer } from '../../support/wire-server.js';
import { answerWith, createDeliveries, deliverTo, sampleAlert, sampleEvent } from './sample-events.js';
import { startAlertmanager, type RunningAlertmanager } from './start-alertmanager.js';

const noon = Date.UTC(2026, 0, 1, 12);
const EPOCH = '1970-01-01T00:00:00.000Z';

/** Makes a channel by the URL of its server. */
const toServer =
  (options: Partial<AlertmanagerChannelOptions> = {}) =>
  (url: string) =>
    alertmanagerChannel({ name: 'am', url, ...options });

describe('alertmanagerChannel', () => {
  it('sends a firing alert that is valid for four intervals', async () => {
    const options = { labels: { account: 'production' }, clock: createManualClock(noon) };
    expect(toServer()('http://127.0.0.1').repeatMs).toBe(60_000);
    // Spaces around a URL are ignored.
    const { failure, request, json } = await deliverTo((url) => toServer(options)(` ${url}/prefix/\n`));
    expect(failure).toBeUndefined();
    expect(request).toMatchObject({ method: 'POST', target: '/prefix/api/v2/alerts' });
    expect(request?.headers.has('authorization')).toBe(false);
    const limit = { resource: 'database', id: 'db-1', field: 'db_memory_threshold' };
    expect(json()).toEqual([
      {
        labels: { account: 'production', alertname: 'nearly-full', severity: 'warning', ...limit },
        annotations: { summary: 'orders uses 93 % of its memory.', name: 'orders', value: '0.93' },
        startsAt: '2026-01-01T00:01:00.000Z',
        endsAt: '2026-01-01T12:04:00.000Z',
      },
    ]);
  });

  it('has the labels, links and credentials of the options, and texts of the rule in their place', async () => {
    const options = {
      nameLabel: true,
      labels: { account: 'production', team: 'all' },
      runbookUrl: 'https://wiki.example.com/runbook#{rule}',
      generatorUrl: 'https://grafana.example.com/d/fleetglass?var-id={id}&name={name}&field={field}',
    };
    const withToken = toServer({ ...options, bearerToken: 'a-token' });
    const named = await deliverTo(withToken, { event: sampleEvent(1, { name: 'my orders' }) });
    expect(named.request?.headers.get('authorization')).toBe('Bearer a-token');
    expect(named.json()).toMatchObject([
      {
        labels: { alertname: 'nearly-full', name: 'my orders', team: 'all' },
        annotations: { name: 'my orders', runbook_url: 'https://wiki.example.com/runbook#nearly-full' },
        generatorURL: 'https://grafana.example.com/d/fleetglass?var-id=db-1&name=my%20orders&field=db_memory_threshold',
      },
    ]);
    const texts = { labels: { team: 'storage' }, annotations: { hint: 'Look.' }, runbook: 'https://example.com/own' };
    const withPassword = toServer({ ...options, username: 'fleet', password: 'pässword' });
    const { json, request } = await deliverTo(withPassword, { event: sampleEvent(1, texts) });
    expect(request?.headers.get('authorization')).toBe(`Basic ${btoa('fleet:p\u00c3\u00a4ssword')}`);
    expect(json()).toMatchObject([
      {
        labels: { alertname: 'nearly-full', account: 'production', team: 'storage' },
        annotations: { summary: 'orders uses 93 % of its memory.', hint: 'Look.', runbook_url: texts.runbook },
      },
    ]);
  });

  it.each([
    ['at the time of its end', sampleEvent(2), '2026-01-01T00:01:00.000Z', '2026-01-01T00:02:00.000Z'],
    ['at once after the clock was set back', { ...sampleEvent(2), at: 0 }, EPOCH, EPOCH],
  ])('ends a cleared alert %s', async (_, event, startsAt, endsAt) => {
    const { json } = await deliverTo(toServer(), { event });
    expect(json()).toMatchObject([{ startsAt, endsAt }]);
  });

  it('sends a repeated alert, so that its delivery fails while Alertmanager does not work', async () => {
    const event = { ...sampleEvent(1), kind: 'repeated' } as const;
    const { failure, json } = await deliverTo(toServer(), { event }, answerWith(503));
    expect(failure?.message).toMatch(/answered with status 503$/);
    expect(json()).toMatchObject([{ startsAt: '2026-01-01T00:01:00.000Z' }]);
  });

  it('repeats many alerts in requests of at most 500', async () => {
    await using server = await startWireServer(answerWith(200));
    const alerts = Array.from({ length: 1100 }, (_, at) => sampleAlert({ id: `db-${at}` }));
    await toServer()(server.url).repeat?.(alerts, { signal: new AbortController().signal });
    expect(server.requests.map(({ body }) => (JSON.parse(body) as unknown[]).length)).toEqual([500, 500, 100]);
  });
});

describe.runIf(inject('hasAlertmanager'))('a real Alertmanager', () => {
  let receiver: WireServer;
  let alertmanager: RunningAlertmanager;
  beforeAll(async () => {
    receiver = await startWireServer(answerWith(200));
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
      shown: async () => (await alertmanager.alerts()).filter(({ labels }) => labels['id'] === id),
      notified: () =>
        receiver.requests.flatMap(({ body }) =>
          (JSON.parse(body) as { alerts: { status: string; labels: Record<string, string> }[] }).alerts.flatMap(
            ({ status, labels }) => (labels['id'] === id ? status : []),
          ),
        ),
    };
  }

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
