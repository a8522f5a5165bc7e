import { describe, expect, it } from 'vitest';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { createReport } from '../../../src/core/limits/report-usage.js';
import { UsageLedger } from '../../../src/core/limits/usage-ledger.js';
import { entriesOf } from '../../../src/core/limits/usage-sample.js';
import { usageHistoryOf, usageOf } from '../../../src/core/limits/usage.js';
import { errorOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createLimitsUnderTest } from './limits-under-test.js';

const start = Date.UTC(2026, 0, 31, 23);
const MINUTE = 60_000;
const HOUR = 3_600_000;

const STEP = 3750;

/** @param startMs some steps after 1970, so that times are small multiples of a step. */
function createLedger(startMs = 100 * STEP) {
  const { fleet, clock, ledger, report } = createLimitsUnderTest(createManualClock(startMs));
  const view = usageOf(fleet, 'database', 'a');
  const seen: unknown[] = [];
  view.subscribe((sample) => seen.push(sample));
  const restore = (at: number, used: number): void =>
    ledger.restore([{ resource: 'database', id: 'a', field: 'db_max_clients', at, used }]);
  return { fleet, clock, ledger, report, latest: () => view.value, restore, seen };
}

describe('the usage ledger', () => {
  it('inserts a late report into the history and still shows the latest reading', () => {
    const { report, latest } = createLedger();
    for (const at of [10, 30, 20, 5])
      report('database', 'a', { db_max_clients: at }, { at: at * STEP, source: `s${at}` });
    expect(latest()?.db_max_clients).toEqual({
      used: 30,
      at: 30 * STEP,
      source: 's30',
      history: [5 * STEP, 5, 10 * STEP, 10, 20 * STEP, 20, 30 * STEP, 30],
    });
  });

  it('ignores a repeated report and a report of nothing, and uses the later of two reports for the same time', () => {
    const { report, latest, seen } = createLedger();
    report('database', 'a', { db_max_clients: 1 }, { at: 10 * STEP });
    report('database', 'a', { db_max_clients: 2 }, { at: 20 * STEP });
    const before = latest();
    report('database', 'a', { db_max_clients: 2 }, { at: 20 * STEP });
    report('database', 'a', { db_max_clients: 1 }, { at: 10 * STEP, source: 'again' });
    for (const amounts of [{}, { db_max_clients: undefined }]) report('database', 'a', amounts as never);
    expect(latest()).toBe(before);
    expect(seen).toHaveLength(3);
    report('database', 'a', { db_max_clients: 3 }, { at: 20 * STEP });
    report('database', 'a', { db_max_clients: 4 }, { at: 10 * STEP });
    expect(latest()).toEqual({ db_max_clients: { used: 3, at: 20 * STEP, history: [10 * STEP, 4, 20 * STEP, 3] } });
  });

  it('shortens each history at its next report if together they would take too much memory', () => {
    const limitBytes = 4 * 90 * 16;
    const { fleet } = createLimitsUnderTest(createManualClock(100 * STEP));
    const kernel = kernelOf(fleet, 'a test');
    const ledger = new UsageLedger(kernel, limitBytes);
    const readingOf = (id: string) => ledger.peek('database', id)?.db_max_clients;
    const reportAll = createReport(kernel, ledger);
    const report = (id: string, at: number): void =>
      reportAll('database', id, { db_max_clients: at }, { at: at * STEP });
    const ids = Array.from({ length: 40 }, (_, number) => `id-${number}`);
    const bytes = (): number => ids.reduce((sum, id) => sum + 8 * (readingOf(id)?.history?.length ?? 0), 0);
    for (const [count, points] of [
      [4, 39],
      [16, 22],
      [40, 0],
    ] as const) {
      const some = ids.slice(0, count);
      for (const id of some) for (let at = 1; at < 39; at++) report(id, at);
      for (const id of some) report(id, 39);
      expect(bytes()).toBeLessThanOrEqual(limitBytes);
      for (const id of some) expect(readingOf(id)?.history?.length ?? 0).toBeLessThanOrEqual(2 * points);
      if (points > 0) for (const id of some) expect(readingOf(id)?.history?.slice(-2)).toEqual([39 * STEP, 39]);
    }
    expect(readingOf('id-0')).toEqual({ used: 39, at: 39 * STEP });
    // The histories of others may take the memory of those that are forgotten.
    for (const id of ids.slice(4)) ledger.forget('database', id);
    report('id-0', 40);
    expect(readingOf('id-0')?.history).toEqual([40 * STEP, 40]);
  });

  it('uses a report for a past day only as history of the next day, and leaves it out at each read', async () => {
    const { fleet, clock, ledger, report } = createLedger(start);
    const view = usageOf(fleet, 'index', 'a');
    const latest = () => view.value?.max_daily_updates;
    const yesterday = { at: start - 24 * HOUR };
    report('index', 'a', { max_daily_updates: 7 }, yesterday);
    expect(latest()).toBeUndefined();
    report('index', 'a', { max_daily_updates: 2 });
    expect(latest()).toMatchObject({ used: 2, at: start });
    report('index', 'a', { max_daily_updates: 8 }, yesterday);
    expect(latest()).toMatchObject({ used: 2, history: [start - 24 * HOUR, 8, start, 2] });
    report('index', 'a', { max_vector_count: 7 });
    await clock.advance(HOUR);
    expect([view.value, ledger.peek('index', 'a')].map((sample) => Object.keys(sample ?? {}))).toEqual([
      ['max_vector_count'],
      ['max_vector_count'],
    ]);
    expect(view.value).toBe(view.value);
    report('index', 'a', { max_daily_updates: 9 }, { at: start + 1 });
    expect(latest()).toBeUndefined();
  });

  it('forgets the usage of a resource that does not become known, some time after its last report', async () => {
    const tested = createLimitsUnderTest(createManualClock(), 1000); // counts as 5 s
    const { clock, ledger, report, confirmDatabase, confirmIndex } = tested;
    const known = (): string[] =>
      (['database', 'index'] as const).flatMap((resource) =>
        ['a', 'b', 'c'].filter((id) => ledger.peek(resource, id)).map((id) => `${resource} ${id}`),
      );
    for (const id of ['a', 'b', 'c']) report('database', id, { db_max_clients: 1 });
    for (const id of ['a', 'b']) report('index', id, { max_vector_count: 1 });
    confirmDatabase('a');
    confirmIndex('b');
    await clock.advance(4999);
    report('database', 'c', { db_max_clients: 2 });
    expect(known()).toEqual(['database a', 'database b', 'database c', 'index a', 'index b']);
    await clock.advance(1);
    expect(known()).toEqual(['database a', 'database c', 'index b']);
    await clock.advance(4999);
    expect(known()).toEqual(['database a', 'index b']);
  });
});

it.each<[string, string, unknown, unknown, string[]]>([
  ['an amount that is no number', 'database', { db_max_clients: NaN }, {}, ['db_max_clients']],
  ['several problems', 'index', { max_vector_count: -1, b: 2 }, { at: 'x' }, ['max_vector_count', 'b', 'at']],
  ['no object of amounts', 'database', null, {}, ['amounts']],
  ['an unknown option', 'database', {}, { src: 'x' }, ['src']],
  ['a source that is a text', 'database', {}, { source: 'x'.repeat(101) }, ['source']],
  ['a time that is no number', 'database', {}, { at: NaN }, ['at']],
  ['a time in seconds', 'database', {}, { at: start / 1000 }, ['at']],
  ['a time more than a day ahead', 'database', {}, { at: start + 24 * HOUR + 1 }, ['at']],
])('a report with %s is refused, changes nothing, and blocks no later one', (_, resource, amounts, options, paths) => {
  const { report, latest, seen } = createLedger(start);
  report('database', 'a', { db_max_clients: 1 });
  const before = latest();
  const error = errorOf(() => report(resource as 'database', 'a', amounts as never, options as never));
  expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
  expect(error.issues?.map(({ path }) => path)).toEqual(paths);
  expect(latest()).toBe(before);
  expect(seen).toHaveLength(2);
  report('database', 'a', { db_max_clients: 3 });
  expect(latest()?.db_max_clients).toMatchObject({ used: 3, at: start });
});

describe('the usage history', () => {
  it('emits the points of every limit, rates included, when a report adds them, and not when it is repeated', () => {
    const { fleet, report } = createLedger(start);
    const seen: unknown[] = [];
    usageHistoryOf(fleet, 'index', 'i').subscribe((history) => seen.push(history));
    for (let time = 0; time < 2; time++) report('index', 'i', { max_query_per_second: 3, max_vector_count: 1 });
    expect(seen).toEqual([
      {},
      { max_query_per_second: [{ at: start, used: 3 }], max_vector_count: [{ at: start, used: 1 }] },
    ]);
  });

  it('shows the readings of a server after its clock was set back', () => {
    const { latest, restore } = createLedger(start);
    // The clock of a server may be ahead of the clock of its page.
    for (const minute of [0, 60, 61]) restore(start + minute * MINUTE, minute);
    expect(latest()?.db_max_clients?.used).toBe(61);
    restore(start + MINUTE, 9);
    expect(latest()?.db_max_clients).toMatchObject({ used: 9, history: [start, 0, start + MINUTE, 9] });
  });

  it('keeps the readings of a server whose clock is ahead of the page by less than five minutes', () => {
    const { latest, restore } = createLedger(start);
    restore(start + 1000, 2);
    restore(start - HOUR, 1);
    expect(latest()?.db_max_clients?.used).toBe(2);
  });

  it('has no points more than a day before the last one, however few, and accepts a report for years ago', () => {
    const { fleet, report } = createLedger(start);
    for (const hours of [100_000, 60, 25, 24, 1, 0])
      report('database', 'a', { db_max_clients: hours }, { at: start - hours * HOUR });
    const points = usageHistoryOf(fleet, 'database', 'a').value.db_max_clients;
    expect(points?.map(({ used }) => used)).toEqual([24, 1, 0]);
  });

  it('merges earlier points with those that were reported meanwhile', () => {
    const { fleet, ledger, report } = createLedger(start);
    report('database', 'a', { db_max_clients: 9 });
    const series = { db_max_clients: [start - 2 * MINUTE, 7, start - MINUTE, 8, start, 1] };
    ledger.restore(entriesOf('database', 'a', series));
    const points = usageHistoryOf(fleet, 'database', 'a').value.db_max_clients;
    expect(points?.map(({ used }) => used)).toEqual([7, 8, 9]);
  });
});
