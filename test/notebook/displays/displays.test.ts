import { describe, expect, it, onTestFinished } from 'vitest';
import { upsertDatabase, type Database } from '../../../src/index.js';
import { hoursOfWeek } from '../../../src/notebook/displays/hours-of-week.js';
import type { ResourceFacts } from '../../../src/notebook/displays/resource-facts.js';
import { groupDrift } from '../../../src/notebook/displays/show-drift.js';
import { timelineOfFleet } from '../../../src/notebook/displays/timeline.js';
import { usageLinesOfHistory } from '../../../src/notebook/displays/usage-lines.js';
import {
  jupyterDisplay,
  showRecord,
  showTimeline,
  showUsage,
  type Display,
  type History,
} from '../../../src/notebook/index.js';
import { createStore } from '../../../src/persistence/store.js';
import { createMemoryEngine } from '../../persistence/memory-engine.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { createSampleFleet } from '../sample-fleet.js';
import { type Fact, historyOf, START } from '../sample-histories.js';

it('groupDrift counts the records with the same difference, and leaves positions in lists out', () => {
  const drift = (place: number) => ({ path: `points[${place}].y`, kind: 'wrong-type' as const, expected: 'number' });
  const groups = groupDrift([
    { resource: 'index', id: 'a', drift: [drift(1), drift(2)] },
    { resource: 'index', id: 'b', drift: [{ path: 'region', kind: 'missing', expected: 'string' }, drift(9)] },
  ]);
  expect(groups.map(({ path, ids: of }) => [path, of])).toEqual([
    ['points[].y', ['a', 'b']],
    ['region', ['b']],
  ]);
});

it('showRecord has undocumented fields and add-ons, also a second name, and add-ons that are no object', () => {
  const textOf = (securityAddons: unknown): string =>
    showRecord({ database_id: 'a', database_name: 'b', securityAddons, name: 'c' } as unknown as Database).toString();
  expect(textOf({ vpcPeering: true, newer: 'x' })).toMatch(/^ {2}VPC peering +yes\n(?:.*\n)*? {2}newer +x$/m);
  expect(textOf('none')).toMatch(/\nNot documented\n {2}securityAddons +none\n {2}name +c$/m);
});

/** The cells of the rows of a timeline as text: the database, and its periods. */
const rowsOf = (timeline: Display): string[][] =>
  String(timeline)
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

it('a timeline of a fleet begins before the first change or at the creation, and ends with stale and missing', async () => {
  const { fleet, clock, answers, refresh } = createSampleFleet();
  onTestFinished(() => fleet.dispose());
  fleet.polling.pause();
  const start = clock.now() / 1000;
  const put = (id: string, fields: object): void => {
    fleet.databases.add(id);
    upsertDatabase(fleet, { ...sampleDatabase, database_id: id, database_name: id, ...fields });
  };
  const early = { creation_time: start + 400 };
  const late = { creation_time: start + 700 };
  put('back', { state: 'suspended' });
  for (const id of ['both', 'gone', 'silent']) put(id, {});
  put('created', { ...early, state: 'pending' });
  put('created later than it changed', { ...late, state: 'pending' });
  await clock.advance(600_000);
  for (const id of ['back', 'gone', 'silent']) put(id, {});
  // Two changes at the same time are one period.
  put('both', { state: 'suspended', modifying_state: 'updating' });
  put('created', early);
  put('created later than it changed', late);
  await clock.advance(300_000);
  answers.set('gone', 404).set('silent', 503);
  for (const id of ['gone', 'silent']) await refresh(id);
  await clock.advance(100_000);
  expect(rowsOf(showTimeline(fleet))).toEqual([
    ['back', 'suspended 10 min > active 6 min'],
    ['both', 'active 10 min > suspended (updating) 6 min'],
    ['gone', 'active 10 min > missing 6 min'],
    ['silent', 'active 10 min > stale 6 min'],
    ['created', 'pending 3 min > active 6 min'],
    ['created later than it changed', 'active 6 min'],
  ]);
});

it('a timeline of a restored fleet has the last known state, and since when its record is stale', async () => {
  const values = new Map<string, string>();
  const { fleet, clock } = createSampleFleet({ persistence: createStore(createMemoryEngine(values)) });
  await fleet.ready;
  fleet.polling.pause();
  const put = (id: string, state: string): void => {
    fleet.databases.add(id);
    upsertDatabase(fleet, { ...sampleDatabase, database_id: id, database_name: id, state });
  };
  put('changed', 'active');
  await clock.advance(600_000);
  put('changed', 'suspended');
  await clock.advance(60_000);
  fleet.dispose();
  await clock.advance(240_000);
  using restored = createSampleFleet({ clock, persistence: createStore(createMemoryEngine(values)) }).fleet;
  restored.polling.pause();
  await restored.ready;
  expect(rowsOf(showTimeline(restored))).toEqual([['changed', 'active 15 s > suspended 0 s > stale 5 min']]);
});

it('a timeline has a record without the time of its change, as from an old snapshot, until its confirmation', () => {
  const now = START + 600_000;
  const record = { ...sampleDatabase, creation_time: 1 };
  const entry = { id: 'a', record, status: 'stale', fetching: false, confirmedAt: START } as const;
  const facts = { resource: 'database', id: 'a', name: 'a', entry } as ResourceFacts;
  const { from, to, rows } = timelineOfFleet([facts], [], now);
  expect([from, to]).toEqual([START - 30_000, now]);
  expect(rows.map(({ spans }) => spans)).toEqual([
    [
      { from, to: START, condition: 'active', tone: 'good' },
      { from: START, to, condition: 'stale', tone: expect.any(String) },
    ],
  ]);
});

it('a timeline of a history joins rows that do not change the state, and ends at the end of the history', () => {
  const history = historyOf(1000, [
    [0, 'a', { state: 'active' }],
    [10, 'b', { state: 'active' }],
    [20, 'a', { state: 'active' }],
    [30, 'a', { state: 'active' }, 'stale'],
    [40, 'a', { state: 'suspended' }],
    [50, 'b', {}, 'forgotten'],
  ]);
  const a = ['a', 'active 30 s > stale 10 s > suspended 16 min'];
  const b = ['b', 'active 40 s'];
  expect(rowsOf(showTimeline(history))).toEqual([a, b]);
  expect(rowsOf(showTimeline(history, { ids: ['b', 'x', 'a'] }))).toEqual([b, ['x', 'no record yet'], a]);
});

it('a timeline has the last state of a history of one row, and of one whose last row is at its end', () => {
  const one = historyOf(0, [[0, 'a', { state: 'suspended' }]]);
  expect(rowsOf(showTimeline(one))).toEqual([['a', 'suspended 0 s']]);
  const ending = historyOf(5, [
    [0, 'a', { state: 'active' }],
    [5, 'a', { state: 'active' }, 'stale'],
    [5, 'a', { state: 'suspended' }],
  ]);
  expect(rowsOf(showTimeline(ending))).toEqual([['a', 'active 5 s > suspended 0 s']]);
});

it('a timeline with a limit keeps the databases with the most changes', () => {
  const history = historyOf(10, [
    [0, 'a', { state: 'x' }],
    [0, 'b', { state: 'x' }],
    [9, 'b', { state: 'y' }],
  ]);
  expect(rowsOf(showTimeline(history, { limit: 1 }))).toEqual([['b', 'x 9 s > y 1 s'], ['and 1 more']]);
});

it('a timeline has a row for each of two databases whose long ids begin alike, also in Vega-Lite', () => {
  const longIds = ['a', 'b'].map((end) => `arn:aws:elasticache:eu-west-1:111122223333:cluster:${end}`);
  const facts = longIds.map((id): Fact => [0, id, { state: 'active' }]);
  const { data } = showTimeline(historyOf(10, facts)).bundle['application/vnd.vegalite.v5+json'] as {
    data: { values: { row: string }[] };
  };
  expect(data.values.map(({ row }) => row)).toEqual(longIds);
});

it('the display of a history names the fields that it leaves out', () => {
  const history = historyOf(1, [], ['a', 'b', 'c', 'd', 'e', 'f', 'state']) as History & Display;
  expect(JSON.stringify(history[jupyterDisplay]())).toContain('and 1 more field: state');
});

const MINUTE = 60_000;

/** A history of a database whose memory grows, beside one that has no use. */
function growingHistory(): History {
  const growing = Array.from({ length: 60 }, (_, minute): Fact => {
    const uses = { db_memory_threshold_used: 600 + minute * 5, db_max_clients_used: 40 + (minute % 3) };
    return [minute * 60, 'growing', { state: 'active', db_memory_threshold: 1000, ...uses }];
  });
  const fields = ['state', 'db_memory_threshold', 'db_memory_threshold_used', 'db_max_clients_used'];
  return historyOf(70 * 60, [[0, 'idle', { state: 'active' }], ...growing], fields);
}

describe('the use in a history', () => {
  const { lines } = usageLinesOfHistory(growingHistory(), 'growing');

  it('has a share where the limit was captured, holds until the end of the history, and has a forecast', () => {
    expect(lines.map(({ limit }) => [limit.field, limit.ratio])).toEqual([
      ['db_memory_threshold', 0.895],
      ['db_max_clients', undefined],
    ]);
    expect(lines[0]?.points.at(-1)).toEqual({ at: START + 70 * MINUTE, value: 895, whole: 1000 });
    const reached = START + 80 * MINUTE;
    expect(Math.abs((lines[0]?.limit.exhaustsAt ?? 0) - reached)).toBeLessThan(MINUTE);
  });

  it('holds until the next reading, so that a late change is a step', () => {
    const facts = [10, 800].map((used, at): Fact => [at * 60, 'a', { db_max_clients_used: used }]);
    const [line] = usageLinesOfHistory(historyOf(90, facts, ['db_max_clients_used']), 'a').lines;
    expect(line?.points.map(({ at, value }) => [(at - START) / 1000, value])).toEqual([
      [0, 10],
      [60, 10],
      [60, 800],
      [90, 800],
    ]);
  });

  it('of a quota ends with its day, as its status does', () => {
    const values = { max_daily_queries: 100, max_daily_queries_used: 50 };
    const noon: Fact = [43_200, 'a', values, 'fresh', 'index'];
    const history = historyOf(3 * 86_400, [noon], Object.keys(values));
    const [line] = usageLinesOfHistory(history, 'a').lines;
    expect(line?.limit.status).toBe('unknown');
    expect(line?.points.at(-1)).toMatchObject({ at: START + 86_400_000, value: 50 });
    const display = showUsage(history, 'a');
    for (const type of ['text/html', 'text/plain']) expect(display.bundle[type]).toContain('no use reported');
  });

  it('ends when the database is deleted', () => {
    const use = { db_max_clients_used: 4 };
    const first: Fact = [0, 'a', use];
    const history = historyOf(60, [first, [20, 'a', use, 'missing']], Object.keys(use));
    expect(usageLinesOfHistory(history, 'a').lines[0]?.points.at(-1)).toEqual({ at: START + 20_000, value: 4 });
  });

  it('of a database and an index with one id is that of the database', () => {
    const values = { db_max_clients: 10, db_max_clients_used: 4, max_daily_queries: 100, max_daily_queries_used: 50 };
    const facts: Fact[] = [
      [0, 'one', values],
      [0, 'one', values, 'fresh', 'index'],
      [0, 'two', values, 'fresh', 'index'],
    ];
    const both = historyOf(60, facts, Object.keys(values));
    const usesOf = (id: string) => usageLinesOfHistory(both, id).lines.map(({ limit }) => [limit.field, limit.ratio]);
    expect(usesOf('one')).toEqual([['db_max_clients', 0.4]]);
    expect(usesOf('two')).toEqual([['max_daily_queries', 0.5]]);
  });
});

describe('showUsage of a history', () => {
  it('has the status and the lines of the given thresholds', () => {
    const display = showUsage(growingHistory(), 'growing', { thresholds: { warning: 0.5, critical: 0.85 } });
    expect(String(display)).toMatch(/\nLimit +Used +Status +Reaches its limit\nMemory .* critical /);
    for (const label of ['warning 50 %', 'critical 85 %', 'limit 1,000 bytes'])
      expect(display.bundle['text/html']).toContain(label);
    expect(JSON.stringify(display.bundle['application/vnd.vegalite.v5+json'])).toContain('{"y":0.85}');
  });

  it('has all lines in Vega-Lite, those without a limit on an axis of their own', () => {
    const { layer, data } = showUsage(growingHistory(), 'growing').bundle['application/vnd.vegalite.v5+json'] as {
      data: { values: { name: string; y: number }[] };
      layer: { data?: { values: { name: string; y: number }[] } }[];
    };
    expect(data.values.at(-1)).toMatchObject({ name: 'Memory', y: 0.895 });
    expect(layer[1]?.data?.values.at(-1)).toMatchObject({ name: 'Connections', y: 42 });
  });

  it('has the shares of the limit of each time in Vega-Lite', () => {
    const fields = ['db_memory_threshold', 'db_memory_threshold_used'];
    const upgraded = [100, 200].map((limit, at): Fact => {
      return [at * 30, 'a', { db_memory_threshold: limit, db_memory_threshold_used: 90 }];
    });
    const { data } = showUsage(historyOf(60, upgraded, fields), 'a').bundle['application/vnd.vegalite.v5+json'] as {
      data: { values: { y: number }[] };
    };
    expect(data.values.map(({ y }) => y)).toEqual([0.9, 0.9, 0.45, 0.45]);
  });

  it('names the fields whose use is not known', () => {
    const display = showUsage(growingHistory(), 'growing', { fields: ['db_memory_threshold', 'db_disk_threshold'] });
    expect(String(display)).toContain('No use is known of db_disk_threshold.');
    const none = showUsage(growingHistory(), 'growing', { fields: ['db_disk_threshold'] });
    expect(String(none)).toContain('No use of these fields is known.');
  });
});

const DAY = 1440 * MINUTE;
const MONDAY = Date.UTC(2026, 2, 2, 9);

it('the hours of a week are those of the clocks of a zone, and count each hour once, whatever its points', () => {
  const points = [
    { at: MONDAY, value: 10 },
    { at: MONDAY + 7 * DAY, value: 30 },
  ];
  const repeated = Array.from({ length: 50 }, (_, minute) => ({ at: MONDAY + minute * MINUTE, value: 10 }));
  for (const series of [points, [...repeated, ...points.slice(1)]])
    expect(hoursOfWeek([series], 'UTC')[0]?.means.slice(8, 11)).toEqual([NaN, 20, NaN]);
  // Before 1970, and in a zone of half hours.
  const early = [{ at: Date.UTC(1969, 11, 29, 3, 40), value: 7 }];
  expect(hoursOfWeek([early], 'Asia/Kolkata')[0]?.means.slice(8, 11)).toEqual([NaN, 7, NaN]);
});
