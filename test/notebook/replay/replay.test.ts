import { describe, expect, it } from 'vitest';
import type { CadenceFacts } from '../../../src/index.js';
import {
  generateHistory,
  replay,
  type History,
  type HistoryRow,
  type ReplayOptions,
} from '../../../src/notebook/index.js';
import { failureOf } from '../../support/failure-of.js';
import { scaled } from '../../support/scale.js';
import { slow } from '../../support/slow.js';
import { START, historyOf, type Fact } from '../sample-histories.js';

const EVERY_MINUTE = { cadence: () => 60_000, latencyMs: 0 } satisfies ReplayOptions;

/** The outcome of each change, in seconds after the start. */
async function outcomesOf(history: History, options: ReplayOptions): Promise<string[]> {
  const { changes } = await replay(history, options);
  return changes.map(({ id, field, from, to, at, outcome, delayMs }) => {
    const delay = delayMs === undefined ? '' : ` after ${delayMs / 1000} s`;
    return `${(at - START) / 1000} s ${id} ${field}: ${String(from)} -> ${String(to)} ${outcome}${delay}`;
  });
}

/** The times of the requests, in seconds after the start, with the id if there are several. */
async function requestsOf(history: History, options: ReplayOptions): Promise<(number | string)[]> {
  const requests: { id: string; second: number }[] = [];
  const onRequest = (id = 'list', at: number) => requests.push({ id, second: (at - START) / 1000 });
  await replay(history, { ...options, onRequest });
  const isOne = requests.every(({ id }) => id === requests[0]?.id);
  return requests.map(({ id, second }) => (isOne ? second : `${second} ${id}`));
}

const one: Fact = [0, 'one', { state: 'active' }];

describe('a replay of one database', () => {
  it('reports the delay of a change: until the next poll, and its latency', async () => {
    const history = historyOf(200, [one, [90, 'one', { state: 'suspended' }]]);
    expect(await requestsOf(history, EVERY_MINUTE)).toEqual([0, 60, 120, 180]);
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual(['90 s one state: active -> suspended seen after 30 s']);
    expect(await outcomesOf(history, { ...EVERY_MINUTE, latencyMs: 250 })).toEqual([
      '90 s one state: active -> suspended seen after 30.25 s',
    ]);
  });

  it('summarizes changes and requests', async () => {
    const history = historyOf(600, [one, [90, 'one', { state: 'suspended' }], [170, 'one', { state: 'active' }]]);
    expect(await replay(history, { ...EVERY_MINUTE, within: 20_000 })).toMatchObject({
      from: START,
      to: START + 600_000,
      databases: 1,
      within: 20_000,
      all: { changes: 2, seen: 2, missed: 0, open: 0, judged: 2, inTime: 1, share: 0.5, medianMs: 1e4, p90Ms: 3e4 },
      beginnings: { changes: 1, inTime: 0, medianMs: 30_000 },
      ends: { changes: 1, inTime: 1, medianMs: 10_000 },
      fields: { state: { changes: 2 } },
      requests: { total: 11, answered: 11, notFound: 0, rateLimited: 0, unavailable: 0, perSecond: 11 / 600 },
      gate: { perSecond: 10, askedPerSecond: 1 / 60, share: 11 / 6000, heldMs: 0, stoppedMs: 0 },
    });
  });

  it('reports a value as missed that lasts for less than an interval', async () => {
    const history = historyOf(200, [one, [70, 'one', { state: 'suspended' }], [80, 'one', { state: 'passive' }]]);
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual([
      '70 s one state: active -> suspended missed',
      '80 s one state: suspended -> passive seen after 40 s',
    ]);
  });

  it('counts a change before the first poll as seen by the first poll', async () => {
    const facts: Fact[] = [one, [0, 'two', { state: 'active' }], [0.4, 'two', { state: 'suspended' }]];
    const gate = { perSecond: 1, burst: 1 };
    expect(await outcomesOf(historyOf(50, facts), { ...EVERY_MINUTE, gate })).toEqual([
      '0.4 s two state: active -> suspended seen after 0.6 s',
    ]);
  });

  it('treats an empty modifying_state as an absent one', async () => {
    const history = historyOf(200, [one, [70, 'one', { state: 'active', modifying_state: '' }]]);
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual([]);
  });

  it('follows other captured fields, and neither use nor stale rows', async () => {
    const fields = ['state', 'db_max_clients', 'db_max_clients_used'];
    const values = { state: 'active', db_max_clients: 1000, db_max_clients_used: 10 };
    const history = historyOf(
      200,
      [
        [0, 'one', values],
        [70, 'one', { ...values, db_max_clients_used: 900 }],
        [80, 'one', { ...values, db_max_clients: 2000 }],
        [130, 'one', { ...values, db_max_clients: 2000 }, 'stale'],
      ],
      fields,
    );
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual(['80 s one db_max_clients: 1000 -> 2000 seen after 40 s']);
  });

  it('polls all databases at the pace of observed ones, if all are watched', async () => {
    const history = historyOf(50, [one, [0, 'two', { state: 'active' }]]);
    const requests = await requestsOf(history, { latencyMs: 0, watched: 'all' });
    expect(requests.filter((each) => String(each).endsWith('two'))).toHaveLength(4);
  });

  it('counts databases as active if the state was not captured', async () => {
    const history = historyOf(130, [[0, 'one', { type: 'free' }]], ['type']);
    expect(await requestsOf(history, { latencyMs: 0 })).toEqual([0, 60, 120]);
  });
});

describe('a database that comes and goes in a replay', () => {
  it('is answered with 404 while it is missing, and its end and its return are changes', async () => {
    const history = historyOf(400, [
      one,
      [90, 'one', {}, 'missing'],
      [100, 'one', {}, 'missing'],
      [250, 'one', { state: 'suspended' }],
    ]);
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual([
      '90 s one status: fresh -> missing seen after 30 s',
      '250 s one status: missing -> fresh seen after 50 s',
      '250 s one state: active -> suspended seen after 50 s',
    ]);
    expect((await replay(history, EVERY_MINUTE)).requests).toMatchObject({ total: 7, answered: 4, notFound: 3 });
  });

  it('is not polled while the history does not know it', async () => {
    const history = historyOf(400, [
      one,
      [90, 'one', { state: 'suspended' }],
      [110, 'one', {}, 'forgotten'],
      [250, 'one', { state: 'passive' }],
      [260, 'one', { state: 'active' }],
    ]);
    expect(await requestsOf(history, EVERY_MINUTE)).toEqual([0, 60, 250, 300, 360]);
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual([
      '90 s one state: active -> suspended open',
      '260 s one state: passive -> active seen after 40 s',
    ]);
  });
});

describe('the vector indices in a replay', () => {
  const fields = ['name', 'state', 'max_daily_queries', 'throughput'];
  const limit = (max_daily_queries: number, throughput = 1) => ({ name: 'songs', max_daily_queries, throughput });
  const row = (second: number, id: string, values: HistoryRow['values'] = limit(10), status = 'fresh'): Fact => [
    second,
    id,
    values,
    status as HistoryRow['status'],
    'index',
  ];

  it('are one request, whose changes of fields and presence are seen, missed and open', async () => {
    const history = historyOf(
      299,
      [
        row(0, 'x'),
        row(0, 'y'),
        row(0, 'z'),
        row(30, 'x', limit(10, 5)),
        row(70, 'x', limit(20)),
        row(90, 'new'),
        row(130, 'y', {}, 'forgotten'),
        row(140, 'x', limit(30)),
        row(150, 'x', limit(20)),
        row(200, 'y', limit(40)),
        row(290, 'z', {}, 'missing'),
      ],
      fields,
    );
    expect(await requestsOf(history, EVERY_MINUTE)).toEqual([0, 60, 120, 180, 240]);
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual([
      '70 s x max_daily_queries: 10 -> 20 seen after 50 s',
      '90 s new status: missing -> fresh seen after 30 s',
      '130 s y status: fresh -> missing seen after 50 s',
      '140 s x max_daily_queries: 20 -> 30 missed',
      '150 s x max_daily_queries: 30 -> 20 missed',
      '200 s y status: missing -> fresh seen after 40 s',
      '200 s y max_daily_queries: 10 -> 40 seen after 40 s',
      '290 s z status: fresh -> missing open',
    ]);
    const result = await replay(history, EVERY_MINUTE);
    expect(result).toMatchObject({
      databases: 0,
      indices: 4,
      beginnings: { changes: 2, seen: 1, open: 1 },
      ends: { changes: 2, seen: 2 },
      resources: { database: { changes: 0 }, index: { changes: 8 } },
      fields: { max_daily_queries: { changes: 4, missed: 2 }, status: { changes: 4 } },
      requests: { total: 5, lists: 5, answered: 5 },
      transitions: [],
    });
    expect(String(result)).toMatch(/8 changes of 4 resources .*\n(.*\n)*indices /);
  });

  it('do not count as new if a capture noted them within a second of the first one', async () => {
    const history = historyOf(150, [row(0, 'x'), row(0.004, 'y'), row(0.3, 'z'), row(90, 'new')], fields);
    expect(await outcomesOf(history, EVERY_MINUTE)).toEqual(['90 s new status: missing -> fresh seen after 30 s']);
  });

  it('cost one request every 2 minutes beside those of the databases, and every 30 s while one is watched', async () => {
    const history = historyOf(290, [one, row(0, 'one')], fields);
    const listsOf = async (options: ReplayOptions) =>
      (await requestsOf(history, { latencyMs: 0, ...options })).filter((each) => String(each).endsWith('list'));
    expect(await listsOf({})).toEqual(['0 list', '120 list', '240 list']);
    expect(await listsOf({ watched: 'all' })).toHaveLength(10);
    // Six of the database: at once, and every minute from its own phase on.
    const { requests } = await replay(history, { latencyMs: 0 });
    expect(requests).toMatchObject({ total: 9, lists: 3, answered: 9 });
  });

  it('share the rate and the outages of the service with the databases', async () => {
    const service = { outages: [{ from: START, to: START + 100_000 }] };
    const history = historyOf(300, [row(0, 'x'), row(50, 'x', limit(20))], fields);
    const { requests, changes } = await replay(history, { ...EVERY_MINUTE, service });
    expect(requests.unavailable).toBeGreaterThan(0);
    expect(requests.lists).toBe(requests.unavailable + requests.answered);
    expect(changes).toMatchObject([{ resource: 'index', outcome: 'seen' }]);
  });

  it('are kept apart from the database of the same id', async () => {
    const history = historyOf(
      200,
      [one, row(0, 'one'), row(70, 'one', limit(20)), [80, 'one', { state: 'suspended' }]],
      fields,
    );
    const result = await replay(history, EVERY_MINUTE);
    expect(result.changes.map(({ resource, field, outcome }) => `${resource} ${field} ${outcome}`)).toEqual([
      'index max_daily_queries seen',
      'database state seen',
    ]);
    expect(String(result)).toContain('2 changes of 2 resources in');
  });
});

describe('the simulated service', () => {
  it('answers 429 with Retry-After above its rate, and all requests wait', async () => {
    const service = { perSecond: 0.01, burst: 1, retryAfterMs: 30_000 };
    const history = historyOf(125, [one, [10, 'one', { state: 'suspended' }]]);
    expect(await requestsOf(history, { ...EVERY_MINUTE, service })).toEqual([0, 60, 90, 120]);
    expect(await replay(history, { ...EVERY_MINUTE, service })).toMatchObject({
      all: { seen: 1, missed: 0, open: 0 },
      changes: [{ delayMs: 110_000 }],
      requests: { total: 4, answered: 2, rateLimited: 2 },
      gate: { heldMs: expect.closeTo(60_000, -1) as number },
    });
  });

  it('sends the time until the next request is allowed as Retry-After', async () => {
    const service = { perSecond: 0.0125 };
    expect(await requestsOf(historyOf(110, [one]), { ...EVERY_MINUTE, service })).toEqual([0, 60, 80]);
  });

  it('stops the polling during an outage, and the gate counts that time', async () => {
    const facts = Array.from({ length: 30 }, (_, at): Fact => [0, `database-${at}`, { state: 'active' }]);
    const service = { outages: [{ from: START + 300_000, to: START + 900_000 }] };
    const { gate, requests } = await replay(historyOf(1800, facts), { ...EVERY_MINUTE, service });
    expect(gate.stoppedMs).toBeGreaterThan(570_000);
    expect(gate.stoppedMs).toBeLessThan(640_000);
    expect(requests.unavailable).toBeLessThan(120);
  });
});

it('the gate in a replay delays polls, and counts the requests that the cadence asks for', async () => {
  const facts = Array.from({ length: 100 }, (_, at): Fact => [0, `database-${at}`, { state: 'active' }]);
  const { gate, requests } = await replay(historyOf(3600, facts), { gate: { perSecond: 1, burst: 1 } });
  expect(requests.total).toBe(3601);
  const askedPerSecond = expect.closeTo(100 / 60, 3) as number;
  expect(gate).toMatchObject({ perSecond: 1, askedPerSecond, share: 3601 / 3600 });
});

describe('a replay', () => {
  it('accounts for each change once, and agrees with the transitions of the fleet', slow, async () => {
    const days = scaled({ short: 0.2, long: 0.5 });
    const history = generateHistory({ seed: 5, databases: 100, days, incidents: 10, churn: 0.2 });
    const { changes, all, transitions } = await replay(history, { latencyMs: 300 });
    expect(all.seen + all.missed + all.open).toBe(changes.length);
    expect(all.missed).toBeGreaterThan(0);
    expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted((a, b) => a - b));
    const seenStates = changes.filter(({ field, outcome }) => field.endsWith('state') && outcome === 'seen');
    const shown = transitions.map(({ id, field, at, to }) => `${id} ${field} ${at} ${to}`);
    const isFirst = (each: string): boolean => !shown.includes(each);
    const found = seenStates.map(({ id, field, seenAt, to }) => `${id} ${field} ${seenAt} ${String(to)}`);
    expect(found.filter((each) => !isFirst(each)).toSorted()).toEqual(shown.toSorted());
  });

  it('lets other work run, and reports its progress', slow, async () => {
    const shares: number[] = [];
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    const history = generateHistory({ databases: 200, days: 0.1 });
    await replay(history, { onProgress: (share) => shares.push(share) });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('ends when its signal aborts', slow, async () => {
    const controller = new AbortController();
    let requests = 0;
    const failure = await failureOf(
      replay(generateHistory({ databases: 200, days: 0.2 }), {
        signal: controller.signal,
        onRequest: () => (requests += 1) === 1000 && controller.abort(),
      }),
    );
    expect(failure).toMatchObject({ code: 'aborted' });
    expect(requests).toBeLessThan(100_000);
    const late = await failureOf(replay(historyOf(10, [one]), { signal: controller.signal }));
    expect(late).toMatchObject({ code: 'aborted' });
  });

  it('rejects with the error of onRequest', async () => {
    const onRequest = (): never => {
      throw new Error('broken');
    };
    await expect(replay(historyOf(100, [one]), { onRequest })).rejects.toThrow('broken');
  });

  it('reports for which id and when a cadence fails in the middle', async () => {
    const history = historyOf(400, [one, [0, 'two', { state: 'active' }]]);
    const failLater = (failure: () => number) => {
      const cadence = ({ id, now }: CadenceFacts) => (id === 'two' && now > START + 200_000 ? failure() : 60_000);
      return replay(history, { latencyMs: 0, cadence });
    };
    const error = new TypeError('no such field');
    const thrown = failLater(() => {
      throw error;
    });
    const place = /for two at 2026-03-01T00:0[34]:\d\dZ of the history/;
    await expect(thrown).rejects.toMatchObject({ message: expect.stringMatching(place) as string, cause: error });
    const failure = await failureOf(failLater(() => NaN));
    expect(failure).toMatchObject({ code: 'invalid-request', issues: [{ path: 'cadence' }] });
    expect(failure.message).toMatch(place);
  });

  it('names each invalid option', async () => {
    const options = {
      cadence: 5,
      gate: { perSecond: 0, burst: 1.5, speed: 1 },
      service: { perSecond: -1, outages: [{ from: 2, to: 1 }] },
      latencyMs: -1,
      within: 0,
      watched: ['two'],
      seed: 0.5,
      signal: {},
      onProgress: 1,
      onRequest: 1,
      rate: 1,
    };
    const failure = await failureOf(replay(historyOf(10, [one]), options as unknown as ReplayOptions));
    expect(failure.code).toBe('invalid-request');
    const ofGate = ['gate.burst', 'gate.perSecond', 'gate.speed'];
    const ofService = ['service.outages', 'service.perSecond'];
    const others = ['latencyMs', 'onProgress', 'onRequest', 'rate', 'seed'];
    const paths = ['cadence', ...ofGate, ...others, ...ofService, 'signal', 'watched[0]', 'within'];
    expect(failure.issues?.map(({ path }) => path).toSorted()).toEqual(paths);
  });

  it('names the ids of databases that no fleet can poll', async () => {
    const history = historyOf(10, [one, [0, 'shop/cache'], [0, 'a/b', {}, 'fresh', 'index']]);
    const { issues } = await failureOf(replay(history));
    expect(issues).toEqual([{ path: 'id shop/cache', message: 'must not contain a path separator' }]);
  });

  it.each([undefined, {}, historyOf(10, [])])(
    'rejects a history without a database and without an index',
    async (history) => {
      const failure = await failureOf(replay(history as History));
      expect(failure).toMatchObject({ code: 'invalid-request', issues: [{ path: 'history' }] });
    },
  );
});
