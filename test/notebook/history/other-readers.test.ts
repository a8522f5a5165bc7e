import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { toCsv } from '../../../src/notebook/history/export-rows.js';
import { generateHistory } from '../../../src/notebook/history/generate-history.js';
import type { History } from '../../../src/notebook/history/history.js';
import { debianPython } from '../../support/ensure-program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { historyOfRows } from '../sample-histories.js';

const run = promisify(execFile);

/** The result of each program, which reads its file as `path`. They share one process: it takes seconds to load pandas. */
async function runPandas(...programs: (readonly [program: string, history: History])[]): Promise<unknown[]> {
  const paths = await Promise.all(programs.map(([, history]) => csvFile(history)));
  const parts = programs.map(([program], at) => `path = sys.argv[${at + 1}]\n${program}`);
  const { stdout } = await run(debianPython, ['-c', `import json, sys, pandas as pd\n${parts.join('\n')}`, ...paths]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

async function csvFile(history: History): Promise<string> {
  const path = join(await temporaryFolder(), 'history.csv');
  await writeFile(path, toCsv(history));
  return path;
}

const TYPES = `
frame = pd.read_csv(path, parse_dates=['time'])
print(json.dumps({
  'rows': len(frame),
  'types': {name: str(kind) for name, kind in frame.dtypes.items()},
  'sum': float(frame['db_memory_threshold_used'].sum()),
  'rest': int(frame['modifying_state'].isna().sum()),
  'first': frame['time'].min().isoformat(),
}))`;

const VALUES = `
frame = pd.read_csv(path)
print(json.dumps([
  [None if pd.isna(text) else text for text in frame['state']],
  [None if pd.isna(number) else number for number in frame['db_max_clients']],
]))`;

describe.runIf(inject('hasPandas'))('pandas', () => {
  it('reads the CSV of a history with times, texts of every kind, negative numbers and absent values', async () => {
    const history = generateHistory({ databases: 20, incidents: 2 });
    const row = { at: 1, resource: 'database' as const, id: 'a', status: 'fresh' as const };
    const odd = historyOfRows(
      ['a,b', 'say "hi"', 'two\nlines', 'naïve ☃', '=1+1', undefined].map((state, place) => ({
        ...row,
        values: { state, db_max_clients: place % 2 === 0 ? -place - 0.5 : undefined },
      })),
      ['state', 'db_max_clients'],
    );
    const [found, values] = await runPandas([TYPES, history], [VALUES, odd]);
    const rows = [...history.rows()];
    const typeOf = (name: string): unknown =>
      name.startsWith('db_') ? expect.stringMatching(/^(int|float)64$/) : 'object';
    const texts = ['resource', 'id', 'status', ...history.fields];
    expect(found).toEqual({
      rows: history.rowCount,
      types: { time: 'datetime64[ns, UTC]', ...Object.fromEntries(texts.map((name) => [name, typeOf(name)])) },
      sum: rows.reduce((sum, { values: each }) => sum + (each['db_memory_threshold_used'] as number), 0),
      rest: rows.filter(({ values: each }) => each['modifying_state'] === undefined).length,
      first: '2026-01-01T00:00:00+00:00',
    });
    expect(values).toEqual([
      ['a,b', 'say "hi"', 'two\nlines', 'naïve ☃', "'=1+1", null],
      [-0.5, null, -2.5, null, -4.5, null],
    ]);
  });
});
