import { createHash } from 'node:crypto';
import { group, mean } from 'd3-array';
import { describe, expect, it } from 'vitest';
import { Writable } from 'node:stream';
import {
  generateHistory,
  type History,
  type HistoryRow,
  showThroughput,
  toGrid,
  writeCsv,
} from '../../../src/notebook/index.js';
import { issuePaths } from '../../support/failure-of.js';
import { scaled } from '../../support/scale.js';

const rowsById = (history: History) => group(history.rows(), ({ id }) => id);

function hashOf(rows: Iterable<HistoryRow>): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}

describe('generateHistory', () => {
  // A hash covers all rows: loads, growth, incidents and outages.
  it.each([
    [
      'databases',
      { databases: 20, days: 2, incidents: 2 },
      'e8c5b9b06b85829cc25e10a73d17e351c6cebd028da359934cd5b391cb9bec8f',
    ],
    [
      'indices',
      { databases: 0, indices: 5, days: 14 },
      '0772c083af488e72f0a3d27e5eabfe30939e8691c182fc4b554e95fba80c6af3',
    ],
  ])('returns the same %s for a seed, on every platform', (_, options, digest) => {
    expect(hashOf(generateHistory({ seed: 7, ...options }).rows())).toBe(digest);
  });

  it('grows memory, and doubles the limit of half of the databases before it is reached', () => {
    const growing = { days: 20, everyMs: 3_600_000, growth: 0.05, incidents: 0, churn: 0 };
    const history = generateHistory({ databases: 40, ...growing });
    const growthsOf = (field: string): number[] =>
      [...rowsById(history).values()].map(
        (rows) => (rows.at(-1)?.values[field] as number) / (rows[0]?.values[field] as number),
      );
    expect(mean(growthsOf('db_memory_threshold_used'))).toBeGreaterThan(1.5);
    expect(new Set(growthsOf('db_memory_threshold'))).toEqual(new Set([1, 2]));
    const isAbove = ({ values }: HistoryRow): boolean =>
      (values['db_memory_threshold_used'] as number) > (values['db_memory_threshold'] as number);
    expect([...history.rows()].filter(isAbove)).toEqual([]);
  });

  it('has incidents that end, and none if there are to be none', () => {
    const history = generateHistory({ databases: 100, days: 3, incidents: 2, outages: 0, churn: 0 });
    const changes = new Set<string>();
    for (const rows of rowsById(history).values()) {
      for (const [place, { values }] of rows.entries()) {
        const before = rows[place - 1]?.values ?? values;
        if (before['state'] !== values['state']) changes.add(`${before['state']} > ${values['state']}`);
      }
    }
    expect(changes).toEqual(
      new Set(['active > suspended', 'suspended > active', 'active > passive', 'passive > active']),
    );
    const calm = generateHistory({ databases: 100, days: 3, incidents: 0, outages: 0, churn: 0, growth: 0 });
    expect(calm.column('state')).toMatchObject({ texts: [undefined, 'active'] });
    expect(calm.column('modifying_state')).toMatchObject({ texts: [undefined] });
  });

  it('creates and deletes a share of the databases', () => {
    const options = { databases: 100, days: 1, everyMs: 3_600_000, churn: 0.1, incidents: 0, outages: 0 };
    const all = [...rowsById(generateHistory(options)).values()];
    expect(all.filter(([first]) => first?.values['modifying_state'] === 'creating')).toHaveLength(10);
    expect(all.filter((rows) => rows.at(-1)?.status === 'missing')).toHaveLength(10);
  });

  it('has less load at the weekend, also before 1970', () => {
    const loadFrom = (from: number): number => {
      const { values } = generateHistory({ from, incidents: 0, outages: 0 }).column('db_max_commands_per_second_used');
      return mean(values) as number;
    };
    const [saturday, wednesday] = [Date.UTC(1969, 11, 27), Date.UTC(1969, 11, 24)];
    expect(loadFrom(saturday) / loadFrom(wednesday)).toBeLessThan(0.8);
  });

  it('has the same databases and incidents with vector indices as without', () => {
    const databasesOf = (indices: number): HistoryRow[] =>
      [...generateHistory({ databases: 5, incidents: 2, indices }).rows()].filter(({ id }) => id.startsWith('db'));
    expect(hashOf(databasesOf(3))).toBe(hashOf(databasesOf(0)));
    expect(generateHistory({ indices: 0 }).fields).not.toContain('throughput');
    expect(() => showThroughput(generateHistory({ days: 0.01 }))).toThrow('generate the history with `indices`');
  });

  it.each([
    [{ seed: 0.5, days: 0, load: -1 }, ['seed', 'days', 'load']],
    [{ incident: 1 }, ['incident']],
    [{ databases: 100_000, days: 30 }, ['databases']],
    [{ from: 8.7e15 }, ['from']],
    [{ databases: 1e5, days: 3660, everyMs: 1e13, incidents: 0 }, ['databases']],
    [{ indices: -1 }, ['indices']],
    [{ indices: 10_000, databases: 0, days: 3660 }, ['indices']],
  ])('refuses %j, which is wrong or would take too much time or memory', (options, paths) => {
    expect(issuePaths(() => generateHistory({ days: 0.001, ...options } as object))).toEqual(paths);
  });
});

/** The processor time of a function, milliseconds. */
async function costOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function readAll(history: History): void {
  for (const field of history.fields) history.column(field);
}

/** Beside other long checks, 3.7 million rows may take longer than two minutes. */
const TIMEOUT_MS = scaled({ short: 120_000, long: 600_000 });

it(
  'a million rows become a grid in 2 s, and CSV in 10 s and 300 MB; the long form has 3.7 million rows',
  async () => {
    const scale = scaled({ short: 0.2, long: 3.7 });
    const history = generateHistory({ databases: Math.round(3472 * scale), days: 1 });
    expect(history.rowCount).toBeGreaterThan(990_000 * scale);
    const grid = await costOf(() => readAll(toGrid(history, { everyMs: 300_000 })));
    const before = process.memoryUsage.rss();
    let most = 0;
    const place = new Writable({
      write(_, __, done) {
        most = Math.max(most, process.memoryUsage.rss());
        setImmediate(done);
      },
    });
    const csv = await costOf(async () => writeCsv(history, place));
    // A fifth of the rows has the time of a million: on a busy machine the same work takes twice its processor time.
    const times = Math.max(1, scale);
    expect({ grid, csv, bytes: most - before }).toEqual({
      grid: expect.toSatisfy((cost: number) => cost < 2000 * times, '2 s for a million rows') as number,
      csv: expect.toSatisfy((cost: number) => cost < 10_000 * times, '10 s for a million rows') as number,
      bytes: expect.toSatisfy((bytes: number) => bytes < 3e8, '300 MB') as number,
    });
  },
  TIMEOUT_MS,
);
