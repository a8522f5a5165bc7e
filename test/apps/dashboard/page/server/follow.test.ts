import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { follow } from '../../../../../src/apps/dashboard/page/server/follow.js';
import { followUsage } from '../../../../../src/apps/dashboard/page/server/usage.js';
import { createFleet, hydrate, type IndexRecord, usageOf, usageHistoryOf } from '../../../../../src/index.js';
import { createManualClock } from '../../../../support/manual-clock.js';

const document = { visibilityState: 'visible' };

beforeEach(() => {
  document.visibilityState = 'visible';
  vi.stubGlobal('document', document);
  return () => vi.unstubAllGlobals();
});

/** Follows a server with an interval of 5 s, and notes what happens. */
function start(answer: (asked: number, init: RequestInit) => Response | Promise<Response>) {
  const clock = createManualClock();
  const log: unknown[] = [];
  let asked = 0;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => answer((asked += 1), init));
  const followed = follow({
    clock,
    path: () => 'facts',
    intervalMs: () => 5000,
    take: (value) => log.push(value),
    fail: (status) => log.push(`failed ${status}`),
  });
  onTestFinished(() => followed.stop());
  return { ...followed, clock, log, asked: () => asked };
}

describe('follow', () => {
  test('takes the same answer again only after a failure', async () => {
    const { clock, log } = start((asked, { headers }) => {
      if (asked === 3) return new Response('', { status: 502 });
      const etag = '"1"';
      const isKnown = new Headers(headers).get('if-none-match') === etag;
      return isKnown ? new Response(null, { status: 304, headers: { etag } }) : Response.json(1, { headers: { etag } });
    });
    await clock.advance(5000);
    expect(log).toEqual([1]);
    await clock.advance(10_000);
    expect(log).toEqual([1, 'failed 502', 1]);
  });

  test('sends no tag after `forget`, also if a request was in flight', async () => {
    const tags: (string | null)[] = [];
    const { clock, forget } = start((asked, { headers }) => {
      tags.push(new Headers(headers).get('if-none-match'));
      if (asked === 2) forget();
      return asked === 2 ? new Response(null, { status: 304 }) : Response.json(1, { headers: { etag: '"1"' } });
    });
    await clock.advance(10_000);
    expect(tags).toEqual(['', '"1"', '']);
  });

  test('aborts the request at `stop`, which is no failure, and asks no more', async () => {
    const { clock, log, stop, asked } = start(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            log.push('aborted');
            reject(signal.reason as Error);
          });
        }),
    );
    stop();
    await clock.advance(60_000);
    expect([log, asked()]).toEqual([['aborted'], 1]);
  });
});

/** Follows a server that answers with `answers` in turn, and then with the last of them. */
function followReadings(answers: readonly (Response | Error)[]) {
  const clock = createManualClock();
  const fleet = createFleet({ baseUrl: 'https://example.com', clock, fetch: () => new Promise(() => {}) });
  fleet.databases.add('a');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers[Math.min(asked.length, answers.length) - 1] as Response | Error;
    if (answer instanceof Error) throw answer;
    return answer.clone();
  });
  const usage = followUsage(fleet, clock);
  onTestFinished(() => {
    usage.stop();
    fleet.dispose();
  });
  const clients = (): number | undefined => usageOf(fleet, 'database', 'a').value?.db_max_clients?.used;
  return { fleet, clock, asked, usage, clients };
}

const source = { name: 'redis-info', resource: 'database', resources: 1, failing: 0 };

function answerAt(at: number, used: number): Response {
  const reading = { resource: 'database', id: 'a', field: 'db_max_clients', at, used };
  return Response.json({ at, readings: [reading], sources: [source] });
}

const now = createManualClock().now();

describe('followUsage', () => {
  test('adds the readings of the server, and asks for the same ones again after each failure', async () => {
    const failures = [new Response('', { status: 500 }), new TypeError('fetch failed'), new Response('<html>')];
    const { clock, asked, usage, clients } = followReadings([answerAt(now, 1), ...failures, answerAt(now + 1000, 2)]);
    await clock.advance(1);
    expect([clients(), usage.sources.value]).toEqual([1, [source]]);
    await clock.advance(8000);
    expect(asked).toEqual(['usage', ...failures.map(() => `usage?after=${now}`), `usage?after=${now}`]);
    expect(clients()).toBe(2);
    await clock.advance(2000);
    expect(asked.at(-1)).toBe(`usage?after=${now + 1000}`);
  });

  test('asks nothing while the page is hidden, for recent histories if that was long, and nothing after `stop`', async () => {
    const { clock, asked, usage } = followReadings([answerAt(now, 1)]);
    await clock.advance(1);
    document.visibilityState = 'hidden';
    await clock.advance(60_000);
    expect(asked).toHaveLength(1);
    document.visibilityState = 'visible';
    await clock.advance(2000);
    expect(asked).toHaveLength(2);
    document.visibilityState = 'hidden';
    await clock.advance(3_600_000);
    document.visibilityState = 'visible';
    await clock.advance(4000);
    expect(asked.slice(2)).toEqual(['usage', `usage?after=${now}`]);
    usage.stop();
    await clock.advance(60_000);
    expect(asked).toHaveLength(4);
  });

  test('asks less often for a fleet of many indices', async () => {
    const { fleet, clock, asked } = followReadings([answerAt(now, 1)]);
    const indices = Array.from({ length: 1000 }, (_, at) => {
      const id = `index-${at}`;
      return { id, status: 'fresh', record: { id } as IndexRecord, confirmedAt: now } as const;
    });
    hydrate(fleet, { format: 1, added: [], databases: [], indices, listedAt: now, usage: [] });
    await clock.advance(9000);
    expect(asked).toHaveLength(1);
    await clock.advance(2000);
    expect(asked).toHaveLength(2);
  });

  test('`loadHistory` adds the history of the last day', async () => {
    const history = [now - 3_600_000, 5, now, 6];
    const entries = [{ resource: 'database', id: 'a', field: 'db_max_clients', at: now, used: 6, history }];
    const { fleet, clock, usage } = followReadings([new Response('', { status: 404 }), Response.json(entries)]);
    const loaded = usage.loadHistory('database', 'a');
    await clock.advance(1);
    await loaded;
    expect(usageHistoryOf(fleet, 'database', 'a').value.db_max_clients).toEqual([
      { at: now - 3_600_000, used: 5 },
      { at: now, used: 6 },
    ]);
  });
});
