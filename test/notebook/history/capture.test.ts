import { describe, expect, it } from 'vitest';
import { activityOf, reportUsage, type Fleet } from '../../../src/index.js';
import { capture, historyOf, showThroughput, type CaptureOptions, type History } from '../../../src/notebook/index.js';
import { openDirectory } from '../../../src/persistence/directory/index.js';
import { createWorld } from '../../monitor/monitored-world.js';
import { issuePaths } from '../../support/failure-of.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { openCaptured } from './opened-capture.js';

const START = Date.UTC(2026, 0, 1);
const FIELDS = ['state', 'modifying_state', 'db_max_clients', 'db_max_clients_used'];

const open = (ids: readonly string[], options: CaptureOptions = {}) =>
  openCaptured(ids, { fields: FIELDS, ...options });

/** The seconds since the start of the clock, ids, statuses and values. */
function rowsIn(history: History): unknown[] {
  return [...history.rows()].map(({ at, id, status, values }) => [
    Math.round((at - START) / 1000),
    id,
    status,
    ...Object.values(values),
  ]);
}

describe('capture', () => {
  it('takes a row of each database at once, and one for each change', async () => {
    const { world, captured } = await open(['a', 'b']);
    await world.clock.advance(300_000);
    await world.change('a', { state: 'suspended' }, 100_000);
    const fresh = rowsIn(captured.history).filter((row) => (row as unknown[])[2] === 'fresh');
    expect(fresh.slice(0, 2)).toEqual([
      [1, 'a', 'fresh', 'active', undefined, 10000, undefined],
      [1, 'b', 'fresh', 'active', undefined, 10000, undefined],
    ]);
    expect(fresh).toContainEqual([expect.any(Number), 'a', 'fresh', 'suspended', undefined, 10000, undefined]);
    expect(captured.history.to).toBe(world.clock.now());
  });

  it('takes changed uses as rows at most every everyMs, with the last values and the time of their change', async () => {
    const { world, fleet, captured } = await open(['a'], { everyMs: 60_000 });
    for (let used = 1; used <= 100; used++) await world.use(fleet, { db_max_clients: used }, 2000);
    await world.use(fleet, { db_max_clients: 100 }, 120_000);
    await world.use(fleet, { db_max_clients: 100 }, 120_000);
    const used = rowsIn(captured.history).map((row) => (row as unknown[]).at(-1));
    expect(used).toEqual([undefined, 30, 60, 90, 100]);
    expect(captured.history.row(1).at).toBe(Date.UTC(2026, 0, 1, 0, 0, 59));
  });

  it('takes stale, missing and forgotten databases', async () => {
    const { world, fleet, captured } = await open(['a', 'b']);
    world.failure = 500;
    await world.clock.advance(200_000);
    world.failure = undefined;
    world.databases.delete('b');
    await world.clock.advance(1_000_000);
    fleet.databases.remove('a');
    await world.clock.advance(20_000);
    const statuses = (id: string): string[] =>
      [...captured.history.rows()].filter((row) => row.id === id).map(({ status }) => status);
    expect(statuses('a')).toEqual(['fresh', 'stale', 'fresh', 'forgotten']);
    expect(statuses('b')).toEqual(['fresh', 'stale', 'missing']);
  });

  it('orders the return of a database after its end, also if the clock was set back', async () => {
    const { world, fleet } = await open(['a']);
    let backMs = 0;
    const clock = { ...world.clock, now: () => world.clock.now() - backMs };
    const captured = capture(fleet, { fields: FIELDS, clock });
    fleet.databases.remove('a');
    await world.clock.advance(20_000);
    backMs = 3_600_000;
    fleet.databases.add('a');
    await world.clock.advance(20_000);
    expect([...captured.history.rows()].map(({ status }) => status)).toEqual(['fresh', 'forgotten', 'fresh']);
  });

  it('takes vector indices with their use, and their removal', async () => {
    const fields = ['max_vector_count', 'max_vector_count_used'];
    const { world, fleet, captured, readIndex } = await open([], { fields });
    await readIndex({ id: 'songs', max_vector_count: 9 });
    reportUsage(fleet, 'index', 'songs', { max_vector_count: 5 });
    await world.clock.advance(20_000);
    await readIndex();
    expect([...captured.history.rows()].map(({ resource, status, values }) => [resource, status, values])).toEqual([
      ['index', 'fresh', { max_vector_count: 9, max_vector_count_used: undefined }],
      ['index', 'fresh', { max_vector_count: 9, max_vector_count_used: 5 }],
      ['index', 'forgotten', { max_vector_count: undefined, max_vector_count_used: undefined }],
    ]);
  });

  it('takes only the given ids', async () => {
    const { world, captured } = await open(['a', 'b', 'c'], { ids: ['b'] });
    await world.change(['a', 'b', 'c'], { state: 'passive' }, 200_000);
    expect(new Set(captured.history.id.texts)).toEqual(new Set([undefined, 'b']));
    expect(captured.history.row(captured.history.rowCount - 1).values['state']).toBe('passive');
  });

  it('does not change how often ids are polled', async () => {
    const polls = async (isCaptured: boolean): Promise<number> => {
      const world = createWorld(['a', 'b', 'c']);
      const fleet = world.openFleet();
      let requests = 0;
      activityOf(fleet).subscribe(({ kind }) => (requests += kind === 'request' ? 1 : 0));
      fleet.databases.add(['a', 'b', 'c']);
      const captured = isCaptured ? capture(fleet, { clock: world.clock }) : undefined;
      await world.clock.advance(3_600_000);
      captured?.stop();
      fleet.dispose();
      return requests;
    };
    const without = await polls(false);
    expect(without).toBeGreaterThan(100);
    expect(await polls(true)).toBe(without);
  });

  it('takes the last rows when it is stopped, and no row afterwards', async () => {
    const { world, fleet, captured } = await open(['a']);
    await world.clock.advance(5);
    reportUsage(fleet, 'database', 'a', { db_max_clients: 1 });
    captured.stop();
    captured.stop();
    reportUsage(fleet, 'database', 'a', { db_max_clients: 2 });
    const stoppedAt = world.clock.now();
    await world.clock.advance(60_000);
    expect(captured.history.row(1).values['db_max_clients_used']).toBe(1);
    expect(captured.history).toMatchObject({ rowCount: 2, to: stoppedAt });
    expect(captured.status).toBe('stopped');
  });

  it('ends with the fleet, and leaves no timer', async () => {
    const { world, fleet, captured } = await open(['a']);
    reportUsage(fleet, 'database', 'a', { db_max_clients: 1 });
    fleet.dispose();
    expect(captured.status).toBe('stopped');
    expect(captured.history.rowCount).toBe(2);
    expect(world.clock.pending).toBe(0);
  });

  it('captures booleans and lists as texts, and cuts long texts', async () => {
    const { world, captured } = await open(['a'], { fields: ['tls', 'primary_members', 'undocumented'] });
    expect(Object.values(captured.history.row(0).values)).toEqual(['true', '["us-east-1"]', undefined]);
    await world.change('a', { undocumented: 'x'.repeat(1001) }, 200_000);
    const { undocumented } = captured.history.row(captured.history.rowCount - 1).values;
    expect(undocumented).toBe(`${'x'.repeat(999)}…`);
  });

  it('captures a whole day of throughput as JSON, and leaves out what is far too large', async () => {
    const day = Array.from({ length: 1440 }, (_, at) => ({ x: new Date(60_000 * at).toISOString(), y: 12.5 }));
    const { captured, readIndex } = await open([], { fields: ['throughput_vector'] });
    for (const throughput_vector of [day, [...day, ...day, ...day]]) await readIndex({ throughput_vector });
    const texts = [...captured.history.rows()].map(({ values }) => values['throughput_vector'] as string);
    expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([
      day,
      expect.stringMatching(/^left out: \d{6} characters$/),
    ]);
  });

  it('takes each point of the throughput of an index as a row at its own time, once', async () => {
    const { world, fleet, captured, readIndex } = await open(['a'], { fields: ['max_vector_count', 'throughput'] });
    const start = world.clock.now();
    const point = (second: number, y: number) => ({ x: new Date(start + second * 1000).toISOString(), y });
    const read = (max_vector_count: number, ...throughput_vector: unknown[]): Promise<void> =>
      readIndex({ max_vector_count, throughput_vector });
    await read(5, point(-120, 1), point(-60, 2), point(9999, 8));
    await read(5, point(-60, 2), point(10, 3));
    await read(6, point(10, 3), point(30, 4));
    await read(7, point(30, 4));
    // Before and at the changes of the limit: their rows get the values of these points.
    await read(7, point(35, 4.5), point(50, 4.7), point(60, 4.8));
    await readIndex();
    await read(7, point(60, 4.8));
    await read(8, point(60, 4.8), point(130, 5));
    const rows = [...captured.history.rows()].filter(({ resource }) => resource === 'index');
    expect(rows.map(({ at, values }) => [Math.round((at - start) / 1000), Object.values(values)])).toEqual([
      [-120, [5, 1]],
      [-60, [5, 2]],
      [0, [5, 2]],
      [10, [5, 3]],
      [30, [5, 4]],
      [35, [5, 4.5]],
      [40, [6, 4.5]],
      [50, [6, 4.7]],
      [60, [7, 4.8]],
      [100, [undefined, undefined]],
      [120, [7, undefined]],
      [130, [7, 5]],
      [140, [8, 5]],
    ]);
    const { history } = captured;
    expect([...history.at]).toEqual([...history.at].toSorted((one, other) => one - other));
    const { data } = showThroughput(history).bundle['application/vnd.vegalite.v5+json'] as {
      data: { values: { y: number }[] };
    };
    // The first row of a capture equals the last point before it, so it is drawn as a further point.
    expect(data.values.map(({ y }) => y).slice(3)).toEqual([3, 4, 4.5, 4.7, 4.8, 5]);
    expect([...historyOf(fleet, { fields: ['throughput'] }).rows()].map(({ values }) => values['throughput'])).toEqual(
      expect.arrayContaining([4.8, 5]),
    );
  });

  it('keeps the end of an index whose throughput has a point at the same millisecond', async () => {
    const { world, captured, readIndex } = await open([], { fields: ['throughput'] });
    const read = (...points: (readonly [at: number, y: number])[]): Promise<void> =>
      readIndex({ throughput_vector: points.map(([at, y]) => ({ x: new Date(at).toISOString(), y })) });
    const start = world.clock.now();
    await read([start - 1000, 1]);
    await readIndex();
    const goneAt = captured.history.at.at(-1) as number;
    await read([start - 1000, 1]);
    await read([goneAt, 2], [goneAt + 1000, 3]);
    expect([...captured.history.rows()].map(({ status, values }) => [status, values['throughput']])).toEqual([
      ['fresh', 1],
      ['fresh', 1],
      ['forgotten', undefined],
      ['fresh', 3],
      ['fresh', 3],
    ]);
  });
});

const REMEMBERED = ['state', 'db_max_clients', 'db_max_clients_used'];

function rowsOf(history: History, id: string): unknown[][] {
  return [...history.rows()]
    .filter((row) => row.id === id)
    .map(({ at, status, values }) => [Math.floor((at - START) / 60_000), status, ...Object.values(values)]);
}

function expectRemembered(history: History): void {
  const used = rowsOf(history, 'a').map((row) => row[4]);
  expect(rowsOf(history, 'a')[0]).toEqual([0, 'fresh', 'active', 10000, 1]);
  expect(used.filter((amount, place) => amount !== used[place - 1])).toEqual(
    Array.from({ length: 60 }, (_, at) => at + 1),
  );
  for (const id of ['a', 'b']) {
    const states = rowsOf(history, id).map((row) => row[2]);
    expect(states.filter((state, place) => state !== states[place - 1])).toEqual(['active', 'suspended']);
  }
}

describe('historyOf', () => {
  it('returns the use, the transitions and the records that a fleet remembers, also from a store', async () => {
    const directory = await temporaryFolder();
    const world = createWorld(['a', 'b']);
    const store = await openDirectory(directory);
    const fleet = world.openFleet({ persistence: store });
    await fleet.ready;
    fleet.databases.add(['a', 'b']);
    await world.clock.advance(1000);
    for (let minute = 1; minute <= 60; minute++) {
      if (minute === 30) for (const id of ['a', 'b']) world.set(id, { state: 'suspended' });
      await world.use(fleet, { db_max_clients: minute }, 60_000);
    }
    const history = historyOf(fleet, { fields: REMEMBERED });
    expectRemembered(history);
    expect(history.at).toEqual(history.at.toSorted());
    expect(history.to).toBeGreaterThan(START + 58 * 60_000);
    fleet.dispose();
    await store.close();

    await using nextStore = await openDirectory(directory);
    const restored = world.openFleet({ persistence: nextStore, fetch: () => Promise.reject(new Error('a request')) });
    restored.polling.pause();
    await restored.ready;
    const ofStore = historyOf(restored, { fields: REMEMBERED });
    expectRemembered(ofStore);
    expect(rowsOf(ofStore, 'a').at(-1)?.[1]).toBe('stale');
    restored.dispose();
  });

  it('gives each point of a throughput the other values of its index, and adds no other row', async () => {
    const { fleet, readIndex } = await open([]);
    const throughput_vector = [-120, -60].map((second, y) => ({ x: new Date(START + second * 1000).toISOString(), y }));
    await readIndex({ id: 'x', name: 'songs', throughput_vector });
    const history = historyOf(fleet, { fields: ['name', 'throughput'] });
    expect(rowsIn(history)).toEqual([
      [-120, 'x', 'fresh', 'songs', 0],
      [-60, 'x', 'fresh', 'songs', 1],
    ]);
  });

  it('of a fleet without records has no rows, and ends now', () => {
    const fleet = createWorld().openFleet();
    expect(historyOf(fleet)).toMatchObject({ rowCount: 0, from: START, to: START });
  });
});

it.each<[string, (fleet: Fleet, options?: object) => unknown]>([
  ['capture', capture],
  ['historyOf', historyOf],
])('%s refuses credentials and other wrong options', async (_, call) => {
  const { fleet } = await open(['a']);
  const refused = ['rest_token', 'password', 'id', '__proto__', 'state', ''];
  const paths = [0, 1, 2, 3, 5].map((place) => `fields[${place}]`);
  expect(issuePaths(() => call(fleet, { fields: refused }))).toEqual(paths);
  expect(() => call(fleet, { fields: ['rest_token'] })).toThrow(
    'fields[0]: expected another field: a credential is never captured',
  );
  expect(issuePaths(() => call({} as Fleet))).toEqual(['fleet']);
});

it('capture refuses a wrong interval, memory and ids', async () => {
  const { fleet } = await open(['a']);
  const options = { everyMs: 1, maxBytes: 1, ids: ['a/b'] };
  expect(issuePaths(() => capture(fleet, options))).toEqual(['everyMs', 'maxBytes', 'ids[0]']);
});
