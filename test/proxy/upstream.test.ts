import { describe, expect, test } from 'vitest';
import type { ProxyOptions } from '../../src/proxy/index.js';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { createManualClock } from '../support/manual-clock.js';
import { createRequest } from '../support/requests.js';
import { createProxyUnderTest, createRequestOf, credentials, leastAnswer, pageRequest } from './proxy-under-test.js';

const database = (id = 'db-1', init?: RequestInit): Request => pageRequest(`/fleet/v2/redis/database/${id}`, init);
const list = (init?: RequestInit): Request => pageRequest('/fleet/v2/vector/index', init);
const create = (init?: RequestInit): Request => createRequestOf(createRequest, init);

/** A request of each kind. */
const kinds = [
  ['another database', (init?: RequestInit) => database('other', init)],
  ['list', list],
  ['create', create],
] as const;

/** A proxy whose service answers when the test says so. */
function createSlowService(options: Partial<ProxyOptions> = {}) {
  const answers: (() => void)[] = [];
  const proxy = createProxyUnderTest(
    (url, { signal }) =>
      new Promise((resolve, reject) => {
        answers.push(() => resolve(leastAnswer(url)));
        signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
      }),
    options,
  );
  const idsSent = (): string[] => proxy.sent.map(({ url }) => new URL(url).pathname.split('/').at(-1) ?? '');
  return { ...proxy, answers, idsSent };
}

/** Runs all pending promise callbacks. */
const settle = (): Promise<void> => createManualClock().advance(0);

describe('equal reads at the same time', () => {
  test('of a database by 2,000 visitors are one request to the service, but each create is sent', async () => {
    const { handler, sent, answers } = createSlowService();
    const responses = Array.from({ length: 2000 }, () => handler(database()));
    for (let made = 0; made < 3; made++) void handler(create());
    await settle();
    for (const answer of answers) answer();
    const texts = await Promise.all(responses.map(async (response) => (await response).text()));
    expect(sent).toHaveLength(1 + 3);
    expect(new Set(texts).size).toBe(1);
    expect((await responses[0])?.status).toBe(200);
  });

  test('are shared only by visitors that authorize accepts', async () => {
    const { handler, sent, answers } = createSlowService({
      authorize: ({ headers }) => headers.get('cookie') === 'operator',
    });
    const accepted = handler(database('db-1', { headers: { cookie: 'operator' } }));
    const refused = handler(database('db-1', { headers: { cookie: 'visitor' } }));
    await settle();
    answers[0]?.();
    expect([(await accepted).status, (await refused).status, sent.length]).toEqual([200, 403, 1]);
  });

  test('are not shared across different credentials', async () => {
    const accounts = ['first', 'second', 'first'];
    const password = 'canary';
    const headerOf = (account: string): string => `Basic ${btoa(`${account}:${password}`)}`;
    let count = 0;
    const { handler, sent } = createProxyUnderTest(
      async (_url, init) => {
        await settle();
        const isFirst = new Headers(init.headers).get('authorization') === headerOf('first');
        return Response.json({ database_id: 'db-1', port: isFirst ? 1 : 2 });
      },
      { credentials: () => ({ username: accounts[count++], password }) },
    );
    const responses = await Promise.all(accounts.map(() => handler(database())));
    const ports = responses.map(async (response) => ((await response.json()) as { port: number }).port);
    expect(await Promise.all(ports)).toEqual([1, 2, 1]);
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual([headerOf('first'), headerOf('second')]);
  });

  test('continue when one visitor aborts, and end without an error when the last one aborts', async () => {
    const { handler, sent, errors, answers } = createSlowService();
    const [first, second] = [new AbortController(), new AbortController()];
    const leaving = handler(database('db-1', { signal: first.signal }));
    const staying = handler(database('db-1', { signal: second.signal }));
    await settle();
    first.abort();
    expect((await leaving).status).toBe(499);
    expect(sent[0]?.init.signal?.aborted).toBe(false);
    second.abort();
    expect((await staying).status).toBe(499);
    expect(sent[0]?.init.signal?.aborted).toBe(true);
    expect(errors).toEqual([]);
    const next = handler(database());
    await settle();
    answers[1]?.();
    expect((await next).status).toBe(200);
    expect(sent).toHaveLength(2);
  });

  test('report a failure to onError once', async () => {
    const { handler, errors } = createProxyUnderTest(async () => {
      await settle();
      return new Response(null, { status: 500 });
    });
    const responses = await Promise.all([1, 2, 3].map(() => handler(database())));
    expect(responses.map(({ status }) => status)).toEqual([502, 502, 502]);
    expect(errors).toEqual([expect.any(FleetError)]);
  });
});

describe('requests of all visitors', () => {
  test.each([
    [8, {}],
    [2, { concurrency: 2 }],
  ])('are limited to %i in flight with the options %j, first come, first served', async (most, options) => {
    const { handler, idsSent, answers } = createSlowService(options);
    const ids = Array.from({ length: 20 }, (_, at) => `db-${at}`);
    const responses = ids.map((id) => handler(database(id)));
    for (let answered = 0; answered < ids.length; answered++) {
      await settle();
      expect(idsSent()).toEqual(ids.slice(0, most + answered));
      answers[answered]?.();
    }
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(ids.map(() => 200));
  });

  test.each(kinds)('get 429 without being sent if they wait too long: %s', async (_, request) => {
    const clock = createManualClock();
    const { handler, sent, errors, answers } = createSlowService({ clock, concurrency: 1, queueTimeoutMs: 500 });
    const first = handler(database('first'));
    await settle();
    const waiting = handler(request());
    await clock.advance(500);
    const response = await waiting;
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({ error: 'the proxy is busy: the request waited 500 ms and was not sent' });
    expect(errors).toEqual([expect.objectContaining({ code: 'rate-limited' })]);
    answers[0]?.();
    expect((await first).status).toBe(200);
    expect(sent).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test.each(kinds)('leave the queue when their visitor aborts: %s', async (_, request) => {
    const { handler, sent, errors, answers } = createSlowService({ concurrency: 1 });
    const first = handler(database('first'));
    await settle();
    const controller = new AbortController();
    const leaving = handler(request({ signal: controller.signal }));
    await settle();
    controller.abort();
    expect((await leaving).status).toBe(499);
    answers[0]?.();
    await first;
    void handler(database('next'));
    await settle();
    expect(sent).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('free their slot if the service does not answer in time', async () => {
    const clock = createManualClock();
    const { handler, idsSent, sent, answers } = createSlowService({ clock, concurrency: 1, timeoutMs: 100 });
    const first = handler(database('first'));
    const second = handler(database('second'));
    await clock.advance(100);
    expect((await first).status).toBe(504);
    expect(sent[0]?.init.signal?.aborted).toBe(true);
    expect(idsSent()).toEqual(['first', 'second']);
    answers[1]?.();
    expect((await second).status).toBe(200);
    expect(clock.pending).toBe(0);
  });
});

describe.each([429, 503])('a %i of the service', (status) => {
  /** A proxy whose service refuses the first request and answers the others. */
  function createLimitedService(retryAfter: string | undefined, options: Partial<ProxyOptions> = {}) {
    const clock = createManualClock();
    let isFirst = true;
    const proxy = createProxyUnderTest(
      (url) => {
        if (!isFirst) return leastAnswer(url);
        isFirst = false;
        return new Response(null, { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) });
      },
      { clock, ...options },
    );
    return { ...proxy, clock };
  }

  const all = [['the same database', () => database()], ...kinds] as const;
  test.each(all)('pauses all visitors, who get the remaining time: %s', async (_, request) => {
    const { handler, sent, errors, clock } = createLimitedService('60');
    expect((await handler(database())).headers.get('retry-after')).toBe('60');
    for (const [passedMs, leftSeconds] of [
      [0, '60'],
      [19_500, '41'],
      [40_000, '1'],
    ] as const) {
      await clock.advance(passedMs);
      const response = await handler(request());
      // A 503 would not say that a create was not sent.
      expect(response.status).toBe(request === create ? 429 : status);
      expect(response.headers.get('retry-after')).toBe(leftSeconds);
      expect(await response.json()).toEqual({ error: 'the service asks to wait: the request was not sent' });
    }
    expect(sent).toHaveLength(1);
    expect(errors).toHaveLength(1);
    await clock.advance(500);
    expect((await handler(request())).status).toBe(200);
    expect(clock.pending).toBe(0);
  });

  test('is the answer to all queued requests', async () => {
    const { handler, sent } = createLimitedService('60', { concurrency: 1 });
    const responses = await Promise.all([database('first'), database('second'), create()].map(handler));
    expect(responses.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [status, '60'],
      [status, '60'],
      [429, '60'],
    ]);
    expect(sent).toHaveLength(1);
  });

  test.each([undefined, 'soon', '0'])(
    'with Retry-After %j pauses for one second if it is a 429',
    async (retryAfter) => {
      const { handler, clock } = createLimitedService(retryAfter);
      await handler(database());
      if (status === 429) {
        expect((await handler(database())).headers.get('retry-after')).toBe('1');
        await clock.advance(1000);
      }
      expect((await handler(database())).status).toBe(200);
    },
  );

  test('is not shown to a visitor whom authorize refuses', async () => {
    const { handler } = createLimitedService('60', { authorize: ({ headers }) => headers.has('cookie') });
    await handler(database('db-1', { headers: { cookie: 'operator' } }));
    expect((await handler(database())).status).toBe(403);
  });
});

test.each<[string, ProxyOptions['credentials']]>([
  ['not given', undefined],
  ['of empty variables', { username: '', password: '' }],
  ['without a password', { username: 'canary', password: undefined }],
  ['without a user name', { username: undefined, password: 'canary' }],
  ['from a function', () => ({ username: undefined, password: undefined })],
])('absent credentials are reported at the first request, to onError only: %s', async (_, absent) => {
  const { handler, sent, errors } = createProxyUnderTest(leastAnswer, { credentials: absent });
  expect(errors).toEqual([]);
  for (const request of [database(), list(), create()]) {
    const response = await handler(request);
    expect(response.status).toBe(request.method === 'POST' ? 409 : 500);
    expect(await response.json()).toEqual({ error: 'the proxy is not configured correctly' });
  }
  expect(sent).toEqual([]);
  expect(errors).toHaveLength(3);
  expect(errors[0]).toMatchObject({ code: 'invalid-request', issues: [{ path: 'credentials' }] });
  expect((errors[0] as FleetError).message).toContain('the proxy has no credentials; set its option `credentials`');
  expect(JSON.stringify(errors)).not.toContain('canary');
});

test('a credentials function that does not return in time fails only its own request', async () => {
  const clock = createManualClock();
  let isStuck = true;
  const { handler, sent } = createProxyUnderTest(leastAnswer, {
    clock,
    timeoutMs: 500,
    concurrency: 1,
    credentials: async () => (isStuck ? new Promise<never>(() => {}) : credentials),
  });
  const stuck = handler(database('stuck'));
  await settle();
  isStuck = false;
  expect((await handler(database())).status).toBe(200);
  await clock.advance(500);
  expect((await stuck).status).toBe(504);
  expect(sent).toHaveLength(1);
  expect(clock.pending).toBe(0);
});
