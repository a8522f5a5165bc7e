import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UndeliverableError } from '../../../src/monitor/channels/channel.js';
import { createDigest } from '../../../src/monitor/channels/digest.js';
import type { EventBody } from '../../../src/monitor/channels/event-body.js';
import { webhookChannel, type WebhookChannelOptions } from '../../../src/monitor/channels/webhook-channel.js';
import { errorOf } from '../../support/failure-of.js';
import { createLeakSearch } from '../../support/leaks.js';
import { createManualClock } from '../../support/manual-clock.js';
import { startWireServer } from '../../support/wire-server.js';
import { answerWith, deliverOnce, deliverTo, sampleEvent } from './sample-events.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Makes a webhook by the URL of its server. */
const hook =
  (options: Partial<WebhookChannelOptions> = {}) =>
  (url: string) =>
    webhookChannel({ name: 'pager', url: `${url}/hook?token=canary-in-query`, ...options });

describe('a webhook', () => {
  it('gets the event as versioned JSON with its idempotency key', async () => {
    const texts = { labels: { team: 'storage' }, annotations: { hint: 'Look.' }, runbook: 'https://example.com/full' };
    const make = hook({ headers: { authorization: 'Bearer abc' } });
    const { failure, request, json } = await deliverTo(make, { event: sampleEvent(1, texts) });
    expect(failure).toBeUndefined();
    expect(request).toMatchObject({ method: 'POST', target: '/hook?token=canary-in-query' });
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'nearly-full/database/db-1/db_memory_threshold-1',
      authorization: 'Bearer abc',
    });
    expect(request?.headers.has('webhook-signature')).toBe(false);
    expect(json()).toEqual({
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
        ...texts,
      },
    } satisfies EventBody);
  });

  it('gets a digest as one signed request with all events', async () => {
    const events = [sampleEvent(1, { key: 'new' }), sampleEvent(2, { key: 'old' })];
    const digest = createDigest(events, { severity: 'warning' }, 1);
    const make = hook({ secret: SECRET, group: { by: ['severity'] } });
    const { request, json } = await deliverTo(make, { digest });
    expect(request?.headers.get('idempotency-key')).toBe(digest.idempotencyKey);
    expect(request?.headers.get('webhook-id')).toBe(digest.idempotencyKey);
    expect(json()).toMatchObject({
      version: 1,
      type: 'alert.digest',
      timestamp: '2026-01-01T00:02:00.000Z',
      idempotencyKey: digest.idempotencyKey,
      counts: { fired: 1, cleared: 1, repeated: 0 },
      by: { severity: 'warning' },
      events: [
        { type: 'alert.fired', idempotencyKey: 'new-1', alert: { key: 'new' } },
        { type: 'alert.cleared', idempotencyKey: 'old-2', durationSeconds: 120, reason: 'condition' },
      ],
    });
  });

  it('gets at most 500 events of a digest, and a template is checked with as many', async () => {
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
    const plain = await deliverTo(hook({ group: {} }), { digest: digestOf('a') });
    const body = plain.json() as { events: unknown[] };
    expect(body).toMatchObject({ counts: { fired: 3000 } });
    expect(body.events).toHaveLength(500);
    const templated = hook({ group: {}, ...templates });
    expect((await deliverTo(templated, { digest: digestOf('a') })).json()).toMatchObject({ size: 500 });
    // A smaller digest may succeed.
    const { failure } = await deliverTo(templated, { digest: digestOf('a'.repeat(3000)) });
    expect(failure).toBeInstanceOf(UndeliverableError);
    const digestBody = '{% for event in events %}{% for i in (1..3000) %}x{% endfor %}{% endfor %}';
    expect(errorOf(() => hook({ group: {}, ...templates, digestBody })('https://example.com'))).toMatchObject({
      issues: [{ path: 'digestBody', message: expect.stringContaining('limit exceeded') as string }],
    });
  });

  it('gets a signature of Standard Webhooks for what is sent', async () => {
    const make = hook({ secret: SECRET, clock: createManualClock(1_674_087_231_999), body: '{"a": "{{ type }}"}' });
    const { request = { headers: new Map<string, string>(), body: '' }, json } = await deliverTo(make);
    expect(json()).toEqual({ a: 'alert.fired' });
    const { headers, body } = request;
    expect(headers.get('webhook-id')).toBe(headers.get('idempotency-key'));
    expect(headers.get('webhook-timestamp')).toBe('1674087231');
    const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
    const signature = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(signed)
      .digest('base64');
    expect(headers.get('webhook-signature')).toBe(`v1,${signature}`);
  });

  it.each([
    ...[400, 402, 406, 409, 410, 413, 415, 422, 451].map((status) => [status, 'never'] as const),
    ...[401, 403, 404, 405, 408, 421, 425, 429, 500, 503].map((status) => [status, 'again'] as const),
  ])('that answers %i gets the event %s', async (status, when) => {
    const { failure, port } = await deliverTo(hook(), {}, answerWith(status));
    expect(failure instanceof UndeliverableError).toBe(when === 'never');
    expect(failure).toMatchObject({ message: `127.0.0.1:${port} answered with status ${status}` });
  });

  const secrets = ['canary-in-query', 'canary-in-header', 'canary-in-location', SECRET.slice(6)];
  const secretly = hook({ secret: SECRET, headers: { authorization: 'Bearer canary-in-header' } });

  it('is not followed to another address, and shows no secret', async () => {
    await using target = await startWireServer(answerWith(200));
    const location = `${target.url}/canary-in-location`;
    const { failure, requests } = await deliverTo(secretly, {}, answerWith(307, '', { location }));
    expect(failure?.message).toContain('answered with a redirect, which is refused');
    expect(requests).toHaveLength(1);
    expect(target.requests).toHaveLength(0);
    expect(createLeakSearch(secrets)(failure)).toEqual([]);
  });

  it('may answer with an endless body', async () => {
    await using server = await startWireServer((wire) => {
      wire.send('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    });
    // Kept, because the platform cancels the body of a response that is garbage.
    const responses: Response[] = [];
    const make = hook({
      async fetch(url, init) {
        const response = await fetch(url, init);
        responses.push(response);
        return response;
      },
    });
    expect(await deliverOnce(make(server.url))).toBeUndefined();
    await server.quiet();
    expect(responses.map(({ status }) => status)).toEqual([200]);
  });

  it('that cannot be reached is named by its host and the code of the system, and not by an error of its fetch', async () => {
    const { port } = await deliverTo(hook());
    const failure = await deliverOnce(hook()(`http://127.0.0.1:${port}`));
    expect(failure).toMatchObject({ message: `127.0.0.1:${port} cannot be reached (ECONNREFUSED)` });
    const fetch = (): never => {
      throw new Error('canary-in-error');
    };
    const thrown = await deliverOnce(hook({ fetch })('https://hooks.example.com'));
    expect(thrown).toMatchObject({ message: 'hooks.example.com cannot be reached' });
    expect(createLeakSearch(['canary-in-error', ...secrets])(thrown)).toEqual([]);
  });

  it('has its request aborted', async () => {
    await using server = await startWireServer(() => {});
    const caller = new AbortController();
    const failure = deliverOnce(hook()(server.url), { signal: caller.signal });
    await server.arrived();
    caller.abort();
    expect(await failure).toBeInstanceOf(Error);
    await server.quiet();
  });
});

describe('a template of a webhook', () => {
  /** The body that an alert with this name makes. */
  async function bodyOf(options: Partial<WebhookChannelOptions>, name: string, number = 1): Promise<string> {
    const event = sampleEvent(number, { name, labels: { team: `team of ${name}` } });
    const { failure, request } = await deliverTo(hook(options), { event });
    expect(failure).toBeUndefined();
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
    const headers = { title: 'Alert {{ alert.name }}', authorization: 'Basic {%pass%}' };
    const event = sampleEvent(1, { name: 'a\r\nX-Evil: 1 ü{{ type }}' });
    const { failure, request } = await deliverTo(hook({ headers }), { event });
    expect(failure).toBeUndefined();
    expect(request?.headers.get('title')).toBe('Alert a?X-Evil: 1 ?{{ type }}');
    expect(request?.headers.get('authorization')).toBe('Basic {%pass%}');
    expect(request?.headers.has('x-evil')).toBe(false);
  });

  it('makes one text of a digest', async () => {
    const digestBody = `{"text": "{{ counts.fired }} fired in {{ by.team }}{{ by.none }}.",
      "worst": [{% for event in events limit: 2 %}"{{ event.alert.name }} {{ event.alert.labels.team }}"{% unless forloop.last %},{% endunless %}{% endfor %}]}`;
    const headers = { title: '{{ type }} {{ alert.name }}' };
    const options = { body: '{"a": "{{ type }}"}', digestBody, headers, group: { by: ['team'] } };
    const events = ['"x"', 'b', 'c'].map((name) => sampleEvent(1, { key: name, name, labels: { team: '"t"' } }));
    const { request, json } = await deliverTo(hook(options), { digest: createDigest(events, { team: '"t"' }, 1) });
    expect(json()).toEqual({ text: '3 fired in "t".', worst: ['"x" "t"', 'b "t"'] });
    expect(request?.headers.get('title')).toBe('alert.digest');
    for (const [path, change] of Object.entries({
      digestBody: { ...options, digestBody: '{% for event in events %}{{ event.nmae }}{% endfor %}' },
      body: { ...options, body: undefined },
    }))
      expect(errorOf(() => hook(change)('https://example.com'))).toMatchObject({
        issues: [{ path, message: expect.stringContaining('a template') as string }],
      });
  });

  it('that takes too long for one event is tried again', async () => {
    const body =
      '{% if alert.value > 5 %}{% for i in (1..5000) %}{% for j in (1..5000) %}x{% endfor %}{% endfor %}{% endif %}';
    const make = hook({ contentType: 'text/plain', body });
    const { failure, requests } = await deliverTo(make, { event: sampleEvent(1, { value: 1e4 }) });
    expect(failure?.message).toMatch(/template render limit exceeded|memory alloc limit exceeded/);
    expect(failure).not.toBeInstanceOf(UndeliverableError);
    expect(requests).toEqual([]);
    expect((await deliverTo(make, { event: sampleEvent(1, { value: 0 }) })).failure).toBeUndefined();
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
    const failure = errorOf(() => hook({ body })('https://hooks.example.com'));
    const message = expect.stringContaining(`expected a template; ${problem}`) as string;
    expect(failure).toMatchObject({ code: 'invalid-request', issues: [{ path: 'body', message }] });
  });
});
