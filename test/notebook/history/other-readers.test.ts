import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, inject, it } from 'vitest';
import { writeCsv } from '../../../src/notebook/history/export-rows.js';
import { generateHistory } from '../../../src/notebook/history/generate-history.js';
import type { History } from '../../../src/notebook/history/history.js';
import { debianPython } from '../../support/ensure-program.js';
import { execute } from '../../support/execute.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { historyOfRows, LARGEST, largeNumbers } from '../sample-histories.js';

async function csvFile(history: History): Promise<string> {
  const path = join(await temporaryFolder(), 'history.csv');
  await writeCsv(history, createWriteStream(path));
  return path;
}

/** The program of the guide whose text contains a part. */
async function printedProgram(part: string): Promise<string> {
  const page = await readFile('docs/notebook.md', 'utf8');
  const programs = [...page.matchAll(/```(?:python|sql)\n(.*?)```/gs)].map(([, source = '']) => source.trim());
  const program = programs.find((source) => source.includes(part)) ?? '';
  expect(program.split('\n').length).toBeLessThanOrEqual(10);
  return program;
}

const facts = { at: 1, resource: 'database', id: 'a', status: 'fresh' } as const;

/** Texts of every kind, negative numbers and absent values. */
const odd = historyOfRows(
  ['a,b', 'say "hi"', 'two\nlines', 'naïve ☃', '=1+1', undefined].map((state, place) => ({
    ...facts,
    values: { state, db_max_clients: place % 2 === 0 ? -place - 0.5 : undefined },
  })),
  ['state', 'db_max_clients'],
);
const texts = ['a,b', 'say "hi"', 'two\nlines', 'naïve ☃', "'=1+1", null];
const numbers = [-0.5, null, -2.5, null, -4.5, null];

/**
 * The result of each program after a program of the guide, which reads its file. They share one process: it takes
 * seconds to load a library.
 */
async function runPython(
  guide: string,
  ...programs: (readonly [program: string, history: History])[]
): Promise<unknown[]> {
  const paths = await Promise.all(programs.map(([, history]) => csvFile(history)));
  const parts = programs.map(
    ([program, _], at) => `${guide.replaceAll("'history.csv'", `sys.argv[${at + 1}]`)}\n${program}`,
  );
  const { stdout } = await execute(debianPython, ['-c', `import json, sys\n${parts.join('\n')}`, ...paths]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const TYPES = `
print(json.dumps({
  'rows': len(frame),
  'hours': len(hourly),
  'types': {name: str(kind) for name, kind in frame.dtypes.items()},
  'sum': float(frame['db_memory_threshold_used'].sum()),
  'rest': int(frame['modifying_state'].isna().sum()),
  'first': frame['time'].min().isoformat(),
}))`;

const VALUES = `
print(json.dumps([
  [None if pd.isna(text) else text for text in frame['state']],
  [None if pd.isna(number) else number for number in frame['db_max_clients']],
]))`;

const DIGITS = `print(json.dumps([None if pd.isna(number) else str(number) for number in frame['db_request_limit']]))`;

describe.runIf(inject('hasPandas'))('pandas, with the program of the guide', () => {
  it('reads the CSV of a history with times, texts of every kind, negative numbers, absent values and all digits', async () => {
    const history = generateHistory({ databases: 20, incidents: 2 });
    const guide = await printedProgram('import pandas');
    const [found, values, digits] = await runPython(guide, [TYPES, history], [VALUES, odd], [DIGITS, largeNumbers()]);
    const rows = [...history.rows()];
    const typeOf = (name: string): unknown =>
      name.startsWith('db_') ? expect.stringMatching(/^(int|float|Int)64$/) : 'object';
    const names = ['resource', 'id', 'status', ...history.fields];
    expect(found).toEqual({
      rows: history.rowCount,
      hours: expect.any(Number),
      types: { time: 'datetime64[ns, UTC]', ...Object.fromEntries(names.map((name) => [name, typeOf(name)])) },
      sum: rows.reduce((sum, { values: each }) => sum + (each['db_memory_threshold_used'] as number), 0),
      rest: rows.filter(({ values: each }) => each['modifying_state'] === undefined).length,
      first: '2026-01-01T00:00:00+00:00',
    });
    expect(values).toEqual([texts, numbers]);
    expect(digits).toEqual(['7', String(LARGEST), null]);
  });
});

describe('DuckDB, with the program of the guide', () => {
  async function query(history: History, sql: string): Promise<unknown> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const path = await csvFile(history);
    for (const statement of (await printedProgram('create table')).split(';\n'))
      await connection.run(statement.replace('history.csv', path));
    const rows = (await connection.runAndReadAll(sql)).getRowsJson();
    connection.closeSync();
    return rows;
  }

  it('reads the CSV of a history with times, texts of every kind, negative numbers, absent values and all digits', async () => {
    expect(await query(odd, 'select state, db_max_clients from history')).toEqual(
      texts.map((text, place) => [text, numbers[place]]),
    );
    expect(await query(largeNumbers(), 'select db_request_limit from history order by id')).toEqual([
      ['7'],
      [String(LARGEST)],
      [null],
    ]);
    const history = generateHistory({ databases: 20, incidents: 2 });
    const first = "select count(*), min(time) = timestamptz '2026-01-01 00:00:00+00' from history";
    expect(await query(history, first)).toEqual([[String(history.rowCount), true]]);
  });
});
