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

  it('gets at most 500 events of a digest, and a template is checked with as many', async () => {
    await using server = await startWireServer(answerWith(204));
    const { signal } = new AbortController();
    const templates = {
      body: '{"a": 1}',
      digestBody: `{"size": {{ events.size }}, "text": "
        {%- if events[0].alert.name != "a" %}{% for event in events %}{{ event.alert.name }}{% endfor %}{% endif %}"}`,
    };
    const digestOf = (name: string) =>
      createDigest(
        Array.from({ length: 3000 }, (_, at) => sampleEvent(1, { key: `${at}`, name })),
        {},
        1,
      );
    const options = { name: 'pager', url: server.url, group: {} };
    await webhookChannel(options).deliverDigest?.(digestOf('a'), { signal });
    const body = JSON.parse(server.requests[0]?.body ?? '') as { events: unknown[] };
    expect(body).toMatchObject({ counts: { fired: 3000 } });
    expect(body.events).toHaveLength(500);
    const channel = webhookChannel({ ...options, ...templates });
    await channel.deliverDigest?.(digestOf('a'), { signal });
    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({ size: 500 });
    // A smaller digest may succeed.
    await expect(channel.deliverDigest?.(digestOf('a'.repeat(3000)), { signal })).rejects.toThrow(UndeliverableError);
    const digestBody = '{% for event in events %}{% for i in (1..3000) %}x{% endfor %}{% endfor %}';
    expect(thrownBy(() => webhookChannel({ ...options, ...templates, digestBody }))).toMatchObject({
      issues: [{ path: 'digestBody', message: expect.stringContaining('limit exceeded') as string }],
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

describe('a template of a webhook', () => {
  /** The body that an alert with this name makes. */
  async function bodyOf(options: Partial<WebhookChannelOptions>, name: string, number = 1): Promise<string> {
    await using server = await startWireServer(answerWith(204));
    const channel = webhookChannel({ name: 'pager', url: server.url, ...options });
    const labels = { team: `team of ${name}` };
    expect(await deliverOnce(channel, { event: sampleEvent(number, { name, labels }) })).toBeUndefined();
    const [request] = server.requests;
    expect(request?.headers.get('content-type')).toBe(options.contentType ?? 'application/json');
    return request?.body ?? '';
  }

  const hostile = '"}, "x": {"\\\r\nX-Evil: 1 <script>&amp;</script> {{ alert.rule }} {% raw %} ü\u2028\ud800';

  it('makes JSON that a name cannot change', async () => {
    const body = `{
      "text": "{{ type | replace: "alert.", "" | upcase }} {{ alert.name }}: {{ alert.summary }} {{ durationSeconds }}",
      "labels": {{ alert.labels | json | raw }}, "value": {{ alert.value | json | raw }}, "absent": "{{ alert.labels.none }}",
      {% if reason %} "reason": "{{ reason }}", {% endif %} "runbook": {{ alert.runbook | json | raw }}
    }`;
    expect(JSON.parse(await bodyOf({ body }, hostile, 2))).toEqual({
      text: `CLEARED ${hostile}: orders uses 93 % of its memory. 120`,
      labels: { team: `team of ${hostile}` },
      value: 0.93,
      absent: '',
      reason: 'condition',
      runbook: null,
    });
  });

  it.each([
    ['text/html', '<b>{{ alert.name }}</b>', '<b>&#60;i a=&#34;&#39;&#34;&#62;&#38;</b>'],
    ['application/x-www-form-urlencoded', 'name={{ alert.name }}&a=1', `name=${encodeURIComponent(`<i a="'">&`)}&a=1`],
    ['text/plain; charset=utf-8', '{{ alert.name }}', `<i a="'">&`],
  ])('is escaped for %s', async (contentType, body, expected) => {
    expect(await bodyOf({ contentType, body }, `<i a="'">&`)).toBe(expected);
  });

  it('makes headers of one line', async () => {
    await using server = await startWireServer(answerWith(204));
    const headers = { title: 'Alert {{ alert.name }}', authorization: 'Basic {%pass%}' };
    const channel = webhookChannel({ name: 'pager', url: server.url, headers });
    expect(
      await deliverOnce(channel, { event: sampleEvent(1, { name: 'a\r\nX-Evil: 1 ü{{ type }}' }) }),
    ).toBeUndefined();
    expect(server.requests[0]?.headers.get('title')).toBe('Alert a?X-Evil: 1 ?{{ type }}');
    expect(server.requests[0]?.headers.get('authorization')).toBe('Basic {%pass%}');
    expect(server.requests[0]?.headers.has('x-evil')).toBe(false);
  });

  it('makes one text of a digest', async () => {
    await using server = await startWireServer(answerWith(204));
    const digestBody = `{"text": "{{ counts.fired }} fired in {{ by.team }}{{ by.none }}.",
      "worst": [{% for event in events limit: 2 %}"{{ event.alert.name }} {{ event.alert.labels.team }}"{% unless forloop.last %},{% endunless %}{% endfor %}]}`;
    const headers = { title: '{{ type }} {{ alert.name }}' };
    const options = { body: '{"a": "{{ type }}"}', digestBody, headers, group: { by: ['team'] } };
    const channel = webhookChannel({ name: 'pager', url: server.url, ...options });
    const events = ['"x"', 'b', 'c'].map((name) => sampleEvent(1, { key: name, name, labels: { team: '"t"' } }));
    await channel.deliverDigest?.(createDigest(events, { team: '"t"' }, 1), { signal: new AbortController().signal });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      text: '3 fired in "t".',
      worst: ['"x" "t"', 'b "t"'],
    });
    expect(server.requests[0]?.headers.get('title')).toBe('alert.digest');
    for (const [path, change] of Object.entries({
      digestBody: { ...options, digestBody: '{% for event in events %}{{ event.nmae }}{% endfor %}' },
      body: { ...options, body: undefined },
    })) {
      const failure = thrownBy(() => webhookChannel({ name: 'pager', url: 'https://example.com', ...change }));
      expect(failure).toMatchObject({ issues: [{ path, message: expect.stringContaining('a template') as string }] });
    }
  });

  it('that takes too long for one event is tried again, and the signature covers what is sent', async () => {
    await using server = await startWireServer(answerWith(204));
    const body =
      '{% if alert.value > 5 %}{% for i in (1..5000) %}{% for j in (1..5000) %}x{% endfor %}{% endfor %}{% endif %}';
    const channel = webhookChannel({ name: 'pager', url: server.url, secret: SECRET, contentType: 'text/plain', body });
    const failure = await deliverOnce(channel, { event: sampleEvent(1, { value: 1e4 }) });
    expect(failure?.message).toMatch(/template render limit exceeded|memory alloc limit exceeded/);
    expect(failure).not.toBeInstanceOf(UndeliverableError);
    expect(server.requests).toEqual([]);
    expect(await deliverOnce(channel, { event: sampleEvent(1, { value: 0 }) })).toBeUndefined();
    const { headers } = server.requests[0] ?? { headers: new Map<string, string>() };
    const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.`;
    const key = Buffer.from(SECRET.slice(6), 'base64');
    expect(headers.get('webhook-signature')).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  });

  it.each([
    ['{{ alert.nmae }}', 'line 1, column 4: unknown name alert.nmae, expected one of key, rule, severity'],
    ['{% if isTest %}\n  {{ typ }}{% endif %}', 'line 2, column 6: unknown name typ, expected one of version, type'],
    ['{% for l in alert.labels %}{{ l.oops.oops }}{% endfor %}', 'line 1, column 31: unknown name l.oops'],
    ['{{ alert.constructor.name }}', 'line 1, column 4: unknown name alert.constructor,'],
    ['{{ alert.name.constructor }}', 'line 1, column 4: unknown name alert.name.constructor,'],
    ['{{ alert.name | where_exp: "x", "x" }}', 'line 1, column 1: undefined filter: where_exp'],
    ['{% include "/etc/passwd" %}', 'line 1, column 1: tag "include" not found'],
    ['{% render "/etc/passwd" %}', 'line 1, column 1: tag "render" not found'],
    ['{{ alert.name ', 'line 1, column 1: output "{{ alert.name " not closed'],
    ['{% for i in (1..1000000000) %}x{% endfor %}', 'line 1, column 1: memory alloc limit exceeded'],
    ['x'.repeat(70_000), 'parse length limit exceeded'],
    ['{"a": {{ alert.name }}}', 'the result is not JSON'],
    ['{"a": "{{ alert.name | raw }}"}', 'the result is not JSON'],
  ])('is refused: %.60s', (body, problem) => {
    const failure = thrownBy(() => webhookChannel({ name: 'pager', url: 'https://hooks.example.com', body }));
    const message = expect.stringContaining(`expected a template; ${problem}`) as string;
    expect(failure).toMatchObject({ code: 'invalid-request', issues: [{ path: 'body', message }] });
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
    ['an unknown name in a header', { headers: { title: '{{ alert.nmae }}' } }, 'headers.title'],
    ['a header of two lines', { headers: { title: '{{ alert.name | raw }}' } }, 'headers.title'],
    ['a type with a line break', { contentType: 'text/plain\ncanary1234' }, 'contentType'],
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
