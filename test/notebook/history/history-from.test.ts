import { Table, tableFromArrays, tableToIPC, vectorFromArray, TimestampMicrosecond } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import type { FleetError } from '../../../src/index.js';
import {
  csvOf,
  historyFrom,
  jsonLinesOf,
  toArrow,
  type HistoryData,
  type HistoryMapping,
} from '../../../src/notebook/index.js';
import { generateHistory } from '../../../src/notebook/history/generate-history.js';
import { START, LARGEST, largeNumbers, textOf } from '../sample-histories.js';

/** The time, id and values of each row. */
async function read(data: HistoryData, mapping?: HistoryMapping): Promise<unknown[]> {
  return [...(await historyFrom(data, mapping)).rows()].map(({ at, id, values }) => [
    new Date(at).toISOString(),
    id,
    ...Object.values(values),
  ]);
}

async function problemsOf(data: unknown, mapping?: unknown): Promise<string[]> {
  const error = await historyFrom(data as HistoryData, mapping as HistoryMapping).then(
    () => undefined,
    (failure: FleetError) => failure,
  );
  return (error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const noon = '2026-01-01T12:00:00.000Z';
const rows = [
  { time: '2026-01-01T14:00:00+02:00', id: 'a', state: 'active', db_max_clients: 7 },
  { time: new Date(noon), id: 'b', state: null, db_max_clients: '8' },
];
const expected = [
  [noon, 'a', 'active', 7],
  [noon, 'b', undefined, 8],
];

describe('historyFrom reads', () => {
  it('rows, columns, CSV, JSON and JSON Lines', async () => {
    const columns = { time: [noon, noon], id: ['a', 'b'], state: ['active', undefined], db_max_clients: [7, 8] };
    const csv = `time,id,state,db_max_clients\r\n${noon},a,active,7\r\n\r\n${noon},b,,8\r\n`;
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    const all = [
      rows,
      columns,
      csv,
      `\uFEFF${csv.replaceAll(',', ';')}`,
      JSON.stringify(rows),
      lines,
      JSON.stringify(columns),
    ];
    for (const data of all) expect(await read(data)).toEqual(expected);
    expect(await read(new TextEncoder().encode(csv))).toEqual(expected);
  });

  it('Arrow tables and files of other programs', async () => {
    const table = new Table({
      when: vectorFromArray([START, START + 1000], new TimestampMicrosecond('UTC')),
      server: vectorFromArray(['a', 'b']),
      connections: vectorFromArray([3n, null]),
    });
    const mapping = { time: 'when', id: 'server', fields: { db_max_clients_used: 'connections' } };
    for (const data of [table, tableToIPC(table, 'file'), tableToIPC(table, 'stream')])
      expect(await read(data, mapping)).toEqual([
        ['2026-03-01T00:00:00.000Z', 'a', 3],
        ['2026-03-01T00:00:01.000Z', 'b', undefined],
      ]);
    expect(await problemsOf(tableFromArrays({ at: [1], name: ['x'] }))).toEqual([
      'mapping.time: no column time, the columns are at, name',
      'mapping.id: no column id, the columns are at, name',
    ]);
  });

  it('the answer of Prometheus to a range query', async () => {
    const series = (name: string | undefined, server: string, ...values: unknown[]) => ({
      metric: { ...(name && { __name__: name }), server },
      values,
    });
    const result = [
      series('redis_clients', 'a', [START / 1000, '5'], [START / 1000 + 60, 'NaN']),
      series('redis_limit', 'a', [START / 1000, String(LARGEST)]),
    ];
    const answer = { status: 'success', data: { resultType: 'matrix', result } };
    const fields = { db_max_clients_used: 'redis_clients', db_request_limit: 'redis_limit' };
    for (const data of [answer, answer.data, JSON.stringify(answer)]) {
      const history = await historyFrom(data as HistoryData, { id: 'server', fields });
      expect([...history.rows()].map(({ at, values }) => [at - START, ...Object.values(values)])).toEqual([
        [0, 5, Number(LARGEST)],
        [60_000, undefined, undefined],
      ]);
      expect(await textOf(csvOf(history))).toContain(`5,${LARGEST}`);
    }
    const rate = { resultType: 'matrix', result: [series(undefined, 'a', [START / 1000, '0.5'])] };
    const mapping: HistoryMapping = { id: 'server', fields: { db_max_commands_per_second_used: 'rate' } };
    expect(await read(rate as HistoryData, mapping)).toEqual([['2026-03-01T00:00:00.000Z', 'a', 0.5]]);
    expect(await problemsOf({ ...rate, resultType: 'vector' }, { id: 'pod' })).toEqual([
      'data.resultType: expected a matrix, as of /api/v1/query_range',
      'data.result[0].metric: no label pod: name the label of the id as mapping.id',
    ]);
  });

  it('what csvOf, jsonLinesOf and toArrow return, with all digits', async () => {
    const history = generateHistory({ databases: 20, days: 0.2, incidents: 5 });
    for (const each of [history, largeNumbers()]) {
      const forms = [await textOf(csvOf(each)), await textOf(jsonLinesOf(each)), await toArrow(each)];
      for (const form of forms) {
        const found = await historyFrom(form, { contradictions: 'last' });
        expect(await textOf(csvOf(found))).toBe(await textOf(csvOf(each)));
      }
    }
  });

  it('histories of 0 and 1 rows', async () => {
    for (const data of [[], '', 'time,id,state\n', {}, '[]'])
      expect(await historyFrom(data)).toMatchObject({ rowCount: 0, duplicateRows: 0 });
    expect(await historyFrom(rows.slice(0, 1))).toMatchObject({
      rowCount: 1,
      from: Date.parse(noon),
      to: Date.parse(noon),
    });
  });
});

describe('historyFrom and times', () => {
  it('puts rows in the order of time, and leaves out exact repetitions', async () => {
    const [one, other] = [
      { time: START, id: 'a', port: 1 },
      { time: START + 5, id: 'a', port: 1 },
    ];
    const history = await historyFrom([other, one, other, { ...one, id: 'b' }]);
    expect([...history.rows()].map(({ at, id }) => [at - START, id])).toEqual([
      [0, 'a'],
      [0, 'b'],
      [5, 'a'],
    ]);
    expect(history.duplicateRows).toBe(1);
  });

  it('refuses rows that contradict each other, or lets the last hold', async () => {
    const data = [1, 2].map((port) => ({ time: START, id: 'a', port }));
    expect(await problemsOf(data)).toEqual([
      expect.stringMatching(/^row 2: contradicts row 1, of the same time and id/),
    ]);
    expect((await historyFrom(data, { contradictions: 'last' })).row(1).values).toEqual({ port: 2 });
  });

  it.each([
    ['2026-07-01 12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-01-01', 'America/New_York', '2026-01-01T05:00:00.000Z'],
    ['2025-10-26 02:30:00', 'Europe/Berlin', '2025-10-26T00:30:00.000Z'],
    ['2025-10-19 18:33:05.244068975 +0000 UTC', undefined, '2025-10-19T18:33:05.244Z'],
    ['2026-01-01T00:00:00-0330', undefined, '2026-01-01T03:30:00.000Z'],
    ['1767225600000', undefined, '2026-01-01T00:00:00.000Z'],
  ])('reads %s in the zone %s', async (time, timeZone, utc) => {
    expect(await read([{ time, id: 'a' }], { timeZone })).toEqual([[utc, 'a']]);
  });

  it('reads numbers in their unit', async () => {
    for (const [time, timeUnit] of [
      [1767225600, 's'],
      [1767225600000, 'ms'],
      [1767225600000000n, 'us'],
    ] as const)
      expect(await read([{ time, id: 'a' }], { timeUnit })).toEqual([['2026-01-01T00:00:00.000Z', 'a']]);
  });

  it('refuses, by row, what is no time', async () => {
    const times = [
      '2026-01-01 12:00',
      1767225600,
      '2026-02-30T00:00Z',
      'yesterday',
      null,
      new Date(NaN),
      4e12,
      '2026-01-01T25:00Z',
    ];
    expect(await problemsOf(times.map((time) => ({ time, id: 'a' })))).toEqual([
      'row 1: time: a time without a zone: set mapping.timeZone, such as "UTC" or "Europe/Berlin"',
      expect.stringMatching(/^row 2: time: a number that looks like seconds/),
      'row 3: time: a date or a time of day that does not exist',
      'row 4: time: expected a time, such as 2026-01-31T18:30:00+01:00',
      'row 5: time: expected a time: a date, a number or a text',
      'row 6: time: expected a valid date',
      'row 7: time: in the future: check mapping.timeUnit, or set mapping.to',
      'row 8: time: a date or a time of day that does not exist',
    ]);
    expect(await problemsOf([{ time: '2026-03-29 02:30', id: 'a' }], { timeZone: 'Europe/Berlin' })).toEqual([
      'row 1: time: a time that does not exist in Europe/Berlin: clocks went forward',
    ]);
    expect(await historyFrom([{ time: 4e12, id: 'a' }], { to: 4e12 })).toMatchObject({ rowCount: 1, to: 4e12 });
  });
});

describe('historyFrom refuses', () => {
  it('rows without an id, wrong numbers and statuses, by row, up to 50 of them', async () => {
    const row = { time: START, id: 'a' };
    const wrong = [{ time: START }, { ...row, id: '' }, { ...row, db_max_clients: 'many' }, { ...row, status: 'up' }];
    expect(await problemsOf(wrong)).toEqual([
      'row 1: id: expected an id',
      'row 2: id: expected an id',
      expect.stringMatching(/^row 4: status: expected fresh, stale, missing, forgotten; to take the column as a field/),
      'row 3: db_max_clients: expected a number',
    ]);
    expect(await problemsOf(Array.from({ length: 1000 }, () => ({ time: 'x', id: 'a' })))).toHaveLength(50);
  });

  it('CSV with wrong columns, cells and quotes', async () => {
    expect(await problemsOf('when,id\n1,2\n')).toEqual(['mapping.time: no column time, the columns are when, id']);
    expect(await problemsOf('time,id\n2026-01-01T00:00Z,a,x\n')).toEqual([
      'row 1: expected 2 cells, as the first line has, not 3',
    ]);
    expect(await problemsOf('time,id\n1,"a\n')).toEqual(['data: a quote of the CSV is not closed']);
    expect(await problemsOf('time,id,id\n')).toEqual(['data: several columns have the name id']);
    expect(await problemsOf({ time: [1], id: [] })).toEqual([
      'data.id: expected 1 values, as in the column time, not 0',
    ]);
  });

  it('credentials, and names that are no fields, unless other columns are named', async () => {
    const data = [{ time: START, id: 'a', rest_token: 'canary-1', 'Memory (MB)': 5 }];
    const problems = await problemsOf(data);
    expect(problems).toEqual([
      'field rest_token: expected another field: a credential is never captured; name the columns to take as mapping.fields',
      expect.stringMatching(/^field "?Memory \(MB\)"?: expected the name of a field/),
    ]);
    expect(problems.join()).not.toContain('canary');
    for (const mapping of [{ fields: { x: 'rest_token' } }, { id: 'rest_token' }])
      expect(await problemsOf(data, mapping)).toEqual([
        expect.stringMatching(/^mapping\..*: expected another column: a credential is never captured/),
      ]);
    expect(await read(data, { fields: { memory: 'Memory (MB)' } })).toEqual([['2026-03-01T00:00:00.000Z', 'a', 5]]);
  });

  it('other data and wrong mappings', async () => {
    for (const data of [undefined, 5, [1], { a: 1 }, () => 1])
      expect(await problemsOf(data)).toEqual([expect.stringMatching(/^data: expected rows/)]);
    for (const data of [new Map([['time', []]]), new Date(), new Response('{}')])
      expect(await problemsOf(data)).toEqual([expect.stringMatching(/^data: expected rows/)]);
    expect(await problemsOf(Promise.resolve(rows))).toEqual([
      'data: expected the data, not a promise of it: write historyFrom(await data)',
    ]);
    expect(await problemsOf(Uint8Array.of(255, 254, 0))).toEqual([
      expect.stringMatching(/^data: expected a text in UTF-8/),
    ]);
    for (const text of [
      '[{"time":',
      '{"time":"2026-01-01T00:',
      '{"status":"success","data":{"resultType":"matrix","result":[{',
    ])
      expect(await problemsOf(text)).toEqual(['data: expected JSON: the text is cut off or damaged']);
    expect(await problemsOf('{"time":1\n{"id":"a"}\n')).toEqual(['row 1: expected an object of JSON']);
    expect(
      (await problemsOf([], { timeZone: 'Mars', timeUnit: 'h', tiem: 1 })).map((text) => text.split(':')[0]),
    ).toEqual(expect.arrayContaining(['mapping.timeZone', 'mapping.timeUnit', 'mapping.tiem']));
  });
});
