import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UndeliverableError } from '../../../src/monitor/channels/channel.js';
import { createDigest } from '../../../src/monitor/channels/digest.js';
import type { EventBody } from '../../../src/monitor/channels/event-body.js';
import { webhookChannel, type WebhookChannelOptions } from '../../../src/monitor/channels/webhook-channel.js';
import { createLeakSearch } from '../../support/leaks.js';
import { createManualClock } from '../../support/manual-clock.js';
import { httpAnswer, startWireServer, type Script } from '../../support/wire-server.js';
import { deliverOnce, sampleEvent } from './sample-events.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Sends an event to a server with this answer. */
async function deliverTo(script: Script, options: Partial<WebhookChannelOptions> = {}, number = 1) {
  await using server = await startWireServer(script);
  const channel = webhookChannel({ name: 'pager', url: `${server.url}/hook?token=canary-in-query`, ...options });
  const failure = await deliverOnce(channel, { event: sampleEvent(number) });
  return { failure, requests: server.requests, port: server.port };
}

const answerWith =
  (status: number, headers: Record<string, string> = {}): Script =>
  (wire) =>
    wire.send(httpAnswer(status, '{}', headers));

describe('a webhook', () => {
  it('gets the event as versioned JSON with its idempotency key', async () => {
    const { failure, requests } = await deliverTo(answerWith(204), { headers: { authorization: 'Bearer abc' } });
    expect(failure).toBeUndefined();
    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', target: '/hook?token=canary-in-query' });
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'nearly-full/database/db-1/db_memory_threshold-1',
      authorization: 'Bearer abc',
    });
    expect(request?.headers.has('webhook-signature')).toBe(false);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      version: 1,
      type: 'alert.fired',
      timestamp: '2026-01-01T00:01:00.000Z',
      idempotencyKey: 'nearly-full/database/db-1/db_memory_threshold-1',
      isTest: false,
      alert: {
        key: 'nearly-full/database/db-1/db_memory_threshold',
        rule: 'nearly-full',
        severity: 'warning',
        resource: 'database',
        id: 'db-1',
        name: 'orders',
        field: 'db_memory_threshold',
        value: 0.93,
        summary: 'orders uses 93 % of its memory.',
        startedAt: '2026-01-01T00:00:00.000Z',
        firedAt: '2026-01-01T00:01:00.000Z',
      },
    } satisfies EventBody);
  });

  it('gets the labels, annotations and runbook of the rule', async () => {
    await using server = await startWireServer(answerWith(204));
    const texts = { labels: { team: 'storage' }, annotations: { hint: 'Look.' }, runbook: 'https://example.com/full' };
    await deliverOnce(webhookChannel({ name: 'pager', url: server.url }), { event: sampleEvent(1, texts) });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ alert: texts });
  });

  it('gets how long a cleared alert took, and why it cleared', async () => {
    const { requests } = await deliverTo(answerWith(200), {}, 2);
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      type: 'alert.cleared',
      durationSeconds: 120,
      reason: 'condition',
    });
  });

  it('gets a digest as one signed request with all events', async () => {
    await using server = await startWireServer(answerWith(204));
    const channel = webhookChannel({ name: 'pager', url: server.url, secret: SECRET, group: { by: ['severity'] } });
    const events = [sampleEvent(1, { key: 'new' }), sampleEvent(2, { key: 'old' })];
    const digest = createDigest(events, { severity: 'warning' }, 1);
    await channel.deliverDigest?.(digest, { signal: new AbortController().signal });
    const [request] = server.requests;
    expect(request?.headers.get('idempotency-key')).toBe(digest.idempotencyKey);
    expect(request?.headers.get('webhook-id')).toBe(digest.idempotencyKey);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      version: 1,
      type: 'alert.digest',
      timestamp: '2026-01-01T00:02:00.000Z',
      idempotencyKey: digest.idempotencyKey,
      counts: { fired: 1, cleared: 1, repeated: 0 },
      by: { severity: 'warning' },
      events: [
        { type: 'alert.fired', idempotencyKey: 'new-1', alert: { key: 'new' } },
        { type: 'alert.cleared', idempotencyKey: 'old-2', durationSeconds: 120 },
      ],
    });
  });

  it('gets a signature of Standard Webhooks', async () => {
    const clock = createManualClock(1_674_087_231_999);
    const { requests } = await deliverTo(answerWith(200), { secret: SECRET, clock });
    const { headers, body } = requests[0] ?? { headers: new Map<string, string>(), body: '' };
    expect(headers.get('webhook-id')).toBe(headers.get('idempotency-key'));
    expect(headers.get('webhook-timestamp')).toBe('1674087231');
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signed = createHmac('sha256', key)
      .update(`${headers.get('webhook-id')}.1674087231.${body}`)
      .digest('base64');
    expect(headers.get('webhook-signature')).toBe(`v1,${signed}`);
  });

  it('gets an id without full stops and characters that a header cannot hold', async () => {
    await using server = await startWireServer(answerWith(200));
    const channel = webhookChannel({ name: 'pager', url: server.url, secret: SECRET });
    const event = { ...sampleEvent(1), idempotencyKey: 'db.1/ü\r\nx: %41' };
    expect(await deliverOnce(channel, { event })).toBeUndefined();
    expect(server.requests[0]?.headers.get('webhook-id')).toBe('db%2E1/%C3%BC%0D%0Ax:%20%2541');
    expect(server.requests[0]?.headers.has('x')).toBe(false);
  });

  it.each([
    ...[400, 402, 406, 409, 410, 413, 415, 422, 451].map((status) => [status, 'never'] as const),
    ...[401, 403, 404, 405, 408, 421, 425, 429, 500, 503].map((status) => [status, 'again'] as const),
  ])('that answers %i gets the event %s', async (status, when) => {
    const { failure, port } = await deliverTo(answerWith(status));
    expect(failure instanceof UndeliverableError).toBe(when === 'never');
    expect(failure).toMatchObject({ message: `127.0.0.1:${port} answered with status ${status}` });
  });

  it('says how long to wait', async () => {
    const { failure } = await deliverTo(answerWith(429, { 'retry-after': '17' }));
    expect(failure).toMatchObject({ retryAfterMs: 17_000 });
  });

  it('is not followed to another address', async () => {
    await using target = await startWireServer(answerWith(200));
    const { failure, requests } = await deliverTo(answerWith(307, { location: target.url }));
    expect(failure?.message).toContain('answered with a redirect, which is refused');
    expect(requests).toHaveLength(1);
    expect(target.requests).toHaveLength(0);
  });

  it('may answer with an endless body', async () => {
    await using server = await startWireServer((wire) => {
      wire.send('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    });
    // Kept, because the platform cancels the body of a response that is garbage.
    const responses: Response[] = [];
    const channel = webhookChannel({
      name: 'pager',
      url: server.url,
      async fetch(url, init) {
        const response = await fetch(url, init);
        responses.push(response);
        return response;
      },
    });
    expect(await deliverOnce(channel)).toBeUndefined();
    await server.quiet();
    expect(responses.map(({ status }) => status)).toEqual([200]);
  });

  it('that cannot be reached is named by its host and the code of the system', async () => {
    const { port } = await deliverTo(answerWith(200));
    const channel = webhookChannel({ name: 'pager', url: `http://127.0.0.1:${port}/canary` });
    const failure = await deliverOnce(channel);
    expect(failure).toMatchObject({ message: `127.0.0.1:${port} cannot be reached (ECONNREFUSED)` });
  });

  it('has its request aborted', async () => {
    await using server = await startWireServer(() => {});
    const channel = webhookChannel({ name: 'pager', url: server.url });
    const caller = new AbortController();
    const failure = deliverOnce(channel, { signal: caller.signal });
    await server.arrived();
    caller.abort();
    expect(await failure).toBeInstanceOf(Error);
    await server.quiet();
  });

  it.each<[string, Script]>([
    ['a redirect', answerWith(302, { location: 'https://canary-in-location.example.com/canary-in-query' })],
    ['a broken connection', (wire) => wire.reset()],
  ])('shows no secret after %s', async (_, script) => {
    const secrets = ['canary-in-query', 'canary-in-header', 'canary-in-location', SECRET.slice(6)];
    const { failure } = await deliverTo(script, {
      secret: SECRET,
      headers: { authorization: 'Bearer canary-in-header' },
    });
    expect(failure).toBeInstanceOf(Error);
    expect(createLeakSearch(secrets)(failure)).toEqual([]);
  });

  it('shows no secret of a fetch that throws it', async () => {
    const channel = webhookChannel({
      name: 'pager',
      url: 'https://hooks.example.com/canary-in-path',
      fetch: () => {
        throw new Error('canary-in-error');
      },
    });
    const failure = await deliverOnce(channel);
    expect(failure).toMatchObject({ message: 'hooks.example.com cannot be reached' });
    expect(createLeakSearch(['canary-in-error', 'canary-in-path'])(failure)).toEqual([]);
  });
});

describe('the options of a webhook', () => {
  const valid = { name: 'pager', url: 'https://hooks.example.com' };

  it.each<[string, Record<string, unknown>, string]>([
    ['a name with a slash', { name: 'a/b' }, 'name'],
    ['http on another host', { url: 'http://hooks.example.com' }, 'url'],
    ['a password in the URL', { url: 'https://a:canary1234@hooks.example.com' }, 'url'],
    ['a port that fetch refuses', { url: 'https://hooks.example.com:22' }, 'url'],
    ['a secret of 23 bytes', { secret: Buffer.alloc(23, 'x').toString('base64') }, 'secret'],
    ['a header with a line break', { headers: { 'x-token': 'canary1234\n' } }, 'headers.x-token'],
    ['a header that the channel sets', { headers: { 'Webhook-Id': 'canary1234' } }, 'headers.Webhook-Id'],
    ['a misspelt option', { secrets: 'canary1234' }, 'secrets'],
  ])('refuse %s', (_, change, path) => {
    const failure = thrownBy(() => webhookChannel({ ...valid, ...change } as WebhookChannelOptions));
    expect(failure).toMatchObject({ code: 'invalid-request', issues: [{ path }] });
    expect(createLeakSearch(['canary1234'])(failure)).toEqual([]);
  });

  it('allow http for a host with allowHttp, and on loopback', () => {
    expect(webhookChannel({ ...valid, url: 'http://hooks.internal', allowHttp: true }).name).toBe('pager');
    expect(webhookChannel({ ...valid, url: new URL('http://127.0.0.1:8080') }).name).toBe('pager');
  });
});

function thrownBy(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    return error;
  }
}
