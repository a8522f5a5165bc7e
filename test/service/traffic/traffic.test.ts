import { describe, expect, it, onTestFinished } from 'vitest';
import type { Fault } from '../../../src/service/traffic/fault.js';
import { Traffic } from '../../../src/service/traffic/traffic.js';
import { startHttpServer } from '../../../src/http/http-server.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { createManualClock } from '../../support/manual-clock.js';
import { exchangeBytes } from '../../support/raw-exchange.js';

const BODY = JSON.stringify({ database_id: 'a', database_name: 'grüße' });

/** Serves an operation behind `intercept` on a real socket, with a fault, and counts how often it is carried out. */
async function listen(fault?: Fault, body = BODY, random = () => 0) {
  const clock = createManualClock();
  const traffic = new Traffic({ clock, random });
  if (fault !== undefined) traffic.inject(fault);
  let carriedOut = 0;
  const operate = async (): Promise<Response> => {
    carriedOut += 1;
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  const handle = (request: Request): Promise<Response> => traffic.intercept(request, operate);
  const server = await startHttpServer({ handle, clock: systemClock });
  onTestFinished(() => server.close());
  const url = `${server.url}/v2/redis/database/a`;
  return { clock, traffic, url, handle, carriedOut: () => carriedOut };
}

/** Reads a connection until it ends. */
function rawRequest(url: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  return exchangeBytes(Number(port), [`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`]);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a status fault', () => {
  it('answers with the status and a JSON error, without the operation', async () => {
    const { url, carriedOut } = await listen({ kind: 'status', status: 503, times: 1 });
    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, null]);
    expect(await refused.json()).toEqual({ error: 'injected fault: status 503' });
    expect(carriedOut()).toBe(0);
    expect(await (await fetch(url)).text()).toBe(BODY);
  });

  it.each([
    [7, '7'],
    ['soon', 'soon'],
  ])('sends Retry-After %j as %j', async (retryAfter, header) => {
    const { url } = await listen({ kind: 'status', status: 429, retryAfter });
    expect((await fetch(url)).headers.get('retry-after')).toBe(header);
  });
});

it.each<[string, Fault, number]>([
  ['after', { kind: 'drop' }, 1],
  ['before', { kind: 'drop', when: 'before' }, 0],
])('a drop fault closes the connection without a byte, %s the operation', async (_, fault, times) => {
  const { url, carriedOut } = await listen(fault);
  expect(await rawRequest(url)).toBe('');
  expect(carriedOut()).toBe(times);
  await expect(fetch(url)).rejects.toThrow(TypeError);
});

it.each([BODY, JSON.stringify('x'.repeat(300_000))])(
  'a truncate fault sends the whole length and half of the bytes (body %#)',
  async (body) => {
    const { url, carriedOut } = await listen({ kind: 'truncate' }, body);
    const [head = '', part] = (await rawRequest(url)).split('\r\n\r\n');
    const bytes = Buffer.from(body);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(head.toLowerCase()).toContain(`content-length: ${bytes.length}`);
    expect(part).toBe(bytes.subarray(0, Math.floor(bytes.length / 2)).toString('latin1'));
    expect(carriedOut()).toBe(1);
  },
);

it('a truncate fault fails while the body is read, with and without a socket', async () => {
  const { url, handle } = await listen({ kind: 'truncate' });
  for (const response of [await fetch(url), await handle(new Request(url))]) {
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  }
});

it('a garbage fault answers 200 with each kind of invalid body in turn', async () => {
  const { url, carriedOut } = await listen({ kind: 'garbage' });
  const bodies: string[] = [];
  for (let nth = 0; nth < 6; nth++) {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    bodies.push(await response.text());
  }
  for (const body of bodies) expect(() => JSON.parse(body)).toThrow(SyntaxError);
  expect(new Set(bodies).size).toBe(5);
  expect(bodies[5]).toBe(bodies[0]);
  expect(carriedOut()).toBe(6);
});

describe('a delay fault', () => {
  it('delays the request by the clock, then answers', async () => {
    const { clock, traffic, url, carriedOut } = await listen({ kind: 'delay', delayMs: 20_000 });
    const answer = fetch(url);
    await until(() => clock.pending === 1);
    await clock.advance(19_999);
    expect([carriedOut(), clock.pending]).toEqual([0, 1]);
    await clock.advance(1);
    expect(await (await answer).text()).toBe(BODY);
    expect(traffic.log).toMatchObject([{ durationMs: 20_000, fault: 'delay', status: 200 }]);
  });

  it('delays the answer after the operation with `after`', async () => {
    const { clock, url, carriedOut } = await listen({ kind: 'delay', delayMs: 10, when: 'after' });
    const answer = fetch(url);
    await until(() => clock.pending === 1);
    expect(carriedOut()).toBe(1);
    await clock.advance(10);
    expect((await answer).status).toBe(200);
  });

  it('adds the first delay alone to the delay of another fault', async () => {
    const { clock, traffic, url } = await listen({ kind: 'status', status: 500, delayMs: 10 });
    for (const delayMs of [5, 9]) traffic.inject({ kind: 'delay', delayMs });
    const answer = fetch(url);
    await until(() => clock.pending === 1);
    await clock.advance(14);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect((await answer).status).toBe(500);
  });

  it('skips the operation and leaves no timer if the caller aborts', async () => {
    const { clock, traffic, url, carriedOut } = await listen({ kind: 'delay', delayMs: 1000 });
    const leaving = new AbortController();
    const answer = fetch(url, { signal: leaving.signal });
    await until(() => clock.pending === 1);
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    await until(() => clock.pending === 0);
    expect(carriedOut()).toBe(0);
    expect(traffic.log).toEqual([expect.not.objectContaining({ status: expect.anything() })]);
  });
});

it('faults apply to exactly `times` concurrent requests', async () => {
  const { traffic, url } = await listen({ kind: 'status', status: 503, times: 7 });
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await fetch(url)).status));
  expect(statuses.filter((status) => status === 503)).toHaveLength(7);
  expect(statuses.filter((status) => status === 200)).toHaveLength(23);
  expect(traffic.faults).toEqual([]);
});

it('the request log lists each request with its outcome and its fault, without headers and bodies', async () => {
  const { traffic, url } = await listen({ kind: 'drop', operation: 'create-database' });
  await fetch(`${url}?credentials=hide`, { headers: { authorization: 'Basic CANARY' } });
  await fetch(new URL('/v2/redis/database', url), { method: 'POST', body: '"CANARY"' }).catch(() => undefined);
  await fetch(new URL('/v2/else', url), { method: 'PUT' });
  const entry = { at: Date.UTC(2026, 0, 1), query: '', durationMs: 0 };
  const read = { method: 'GET', path: '/v2/redis/database/a', query: '?credentials=hide', operation: 'get-database' };
  const created = { method: 'POST', path: '/v2/redis/database', operation: 'create-database', fault: 'drop' };
  expect(traffic.log).toEqual([
    { ...entry, ...read, status: 200 },
    { ...entry, ...created },
    { ...entry, method: 'PUT', path: '/v2/else', status: 200 },
  ]);
  traffic.clearLog();
  expect(traffic.log).toEqual([]);
});

it('the request log keeps the newest 1,000 requests', async () => {
  const { traffic, handle } = await listen();
  for (let nth = 0; nth < 1003; nth++) await handle(new Request(`http://127.0.0.1/v2/x?n=${nth}`));
  const queries = traffic.log.map(({ query }) => query);
  expect([queries.length, queries[0], queries.at(-1)]).toEqual([1000, '?n=3', '?n=1002']);
});

it('a fault with a share draws a random number for each request, and counts only chosen requests', async () => {
  const rolls = [0.3, 0.29, 0.9, 0.1, 0.1];
  const fault: Fault = { kind: 'status', status: 503, share: 0.3, times: 2 };
  const { url } = await listen(fault, BODY, () => rolls.shift() ?? 1);
  const statuses: number[] = [];
  while (statuses.length < 5) statuses.push((await fetch(url)).status);
  expect(statuses).toEqual([200, 503, 200, 503, 200]);
});
