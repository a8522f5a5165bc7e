import {
  CompressionType,
  compressionRegistry,
  DateMillisecond,
  Decimal,
  makeData,
  makeVector,
  Table,
  tableFromArrays,
  tableToIPC,
  TimestampMicrosecond,
  Uint64,
  Utf8View,
  vectorFromArray,
  type Vector,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import {
  csvOf,
  historyFrom,
  jsonLinesOf,
  toArrow,
  type HistoryData,
  type HistoryMapping,
  type NumberColumn,
  type TextColumn,
} from '../../../src/notebook/index.js';
import { generateHistory } from '../../../src/notebook/history/generate-history.js';
import { failureOf } from '../../support/failure-of.js';
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
  const { issues = [] } = await failureOf(historyFrom(data as HistoryData, mapping as HistoryMapping));
  return issues.map(({ path, message }) => `${path}: ${message}`);
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
    const semicolons = `\uFEFF${csv.replaceAll(',', ';')}`;
    for (const data of [rows, columns, csv, semicolons, JSON.stringify(rows), lines, JSON.stringify(columns)])
      expect(await read(data)).toEqual(expected);
    expect(await read(new TextEncoder().encode(csv))).toEqual(expected);
  });

  it('Arrow tables and files of other programs', async () => {
    const table = new Table({
      when: vectorFromArray([START, START + 1000], new TimestampMicrosecond('UTC')),
      server: vectorFromArray(['a', 'b'], new Utf8View()),
      connections: vectorFromArray([3n, null]),
    });
    const mapping = { time: 'when', id: 'server', fields: { db_max_clients_used: 'connections' } };
    for (const data of [table, tableToIPC(table, 'file'), tableToIPC(table, 'stream')])
      expect(await read(data, mapping)).toEqual([
        ['2026-03-01T00:00:00.000Z', 'a', 3],
        ['2026-03-01T00:00:01.000Z', 'b', undefined],
      ]);
  });

  it('decimals, dates, and timestamps of any unit, with and without a zone', async () => {
    const words = new Uint32Array([12345, 0, 0, 0, 2 ** 32 - 5, 2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1]);
    const decimalOf = (scale: number) => makeVector(makeData({ type: new Decimal(scale, 20), length: 2, data: words }));
    const times = [START, START + 1000];
    const tableOf = (time: Vector): Table =>
      new Table({ time, id: vectorFromArray(['a', 'b']), price: decimalOf(2), count: decimalOf(0) });
    const zoned = tableOf(vectorFromArray(times, new TimestampMicrosecond('UTC')));
    for (const timeUnit of ['s', 'ns', undefined] as const)
      expect(await read(zoned, { timeUnit, timeZone: 'Europe/Berlin' })).toEqual([
        ['2026-03-01T00:00:00.000Z', 'a', 123.45, 12345],
        ['2026-03-01T00:00:01.000Z', 'b', -0.05, -5],
      ]);
    for (const type of [new TimestampMicrosecond(), new DateMillisecond()]) {
      const naive = tableOf(vectorFromArray([START, START], type));
      expect(await read(naive, { timeZone: 'Europe/Berlin' })).toMatchObject([
        { 0: '2026-02-28T23:00:00.000Z' },
        { 0: '2026-02-28T23:00:00.000Z' },
      ]);
      expect((await problemsOf(naive))[0]).toMatch(/^row 1: time: a time without a zone: set mapping.timeZone/);
    }
  });

  it('no Arrow table with a time that no date has, and names its row', async () => {
    const time = vectorFromArray([START, 9e15], new TimestampMicrosecond());
    const table = new Table({ time, id: vectorFromArray(['a', 'b']) });
    const problems = await problemsOf(table, { timeZone: 'UTC' });
    expect(problems[0]).toBe('row 2: time: a file of Arrow that is damaged');
  });

  it('no Arrow file that is compressed or of an unknown type, and says how to save it', async () => {
    const table = tableFromArrays({ time: [START], id: ['a'] });
    const codec = { encode: (data: Uint8Array) => Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x40, 0, 0, ...data) };
    compressionRegistry.set(CompressionType.LZ4_FRAME, codec);
    const compressed = tableToIPC(table, 'file', CompressionType.LZ4_FRAME);
    compressionRegistry.set(CompressionType.LZ4_FRAME, {});
    expect(await problemsOf(compressed)).toEqual([
      'data: a compressed file of Arrow: save it again with compression="uncompressed" in pandas or polars',
    ]);
    // 5 is the number of the type of texts, and 25 of lists of a newer form.
    const file = tableToIPC(table, 'file');
    const places = [...file.keys()].filter((place) => file[place] === 5);
    const problems = await Promise.allSettled(places.map((place) => problemsOf(Buffer.from(file.with(place, 25)))));
    const value = [expect.stringMatching(/^data: a type of Arrow that this version of apache-arrow/)];
    expect(problems).toContainEqual({ status: 'fulfilled', value });
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
      'data.result[0]: no label pod: name the label of the id as mapping.id',
    ]);
  });

  it('samples of Prometheus that are no numbers as absent, and names of recording rules', async () => {
    const values = ['5', 'NaN', '+Inf', '-Inf', '0.5'].map((text, place) => [START / 1000 + place, text]);
    for (const some of [values, values.slice(1, 4)]) {
      const series = { metric: { __name__: 'job:used:rate5m', id: 'a' }, values: some };
      const history = await historyFrom({ resultType: 'matrix', result: [series] } as HistoryData);
      expect(history.column('job:used:rate5m')).toEqual({
        kind: 'number',
        values: Float64Array.from(some, ([, text]) => (Number.isFinite(Number(text)) ? Number(text) : NaN)),
      });
    }
  });

  it('integers of JSON with all their digits', async () => {
    const list = (values: readonly string[]): string => `[${values.join()}]`;
    const digits = ['9007199254740993', String(LARGEST), String(-LARGEST - 1n)];
    const cells = digits.map(
      (value, place) => `{"time":"${noon}","id":"${place}","own":${value},"db_request_limit":${value}}`,
    );
    const columns = `{"time":${list(cells.map(() => `"${noon}"`))},"id":["0","1","2"],"own":${list(digits)},"db_request_limit":${list(digits)}}`;
    for (const text of [list(cells), cells.join('\n'), columns, cells.join('\n').replaceAll('own', '\\u006fwn')]) {
      const history = await historyFrom(text);
      for (const field of ['own', 'db_request_limit'])
        expect((history.column(field) as NumberColumn).exact).toEqual(BigInt64Array.from(digits, BigInt));
    }
    const [row = ''] = cells;
    expect((await historyFrom(row)).rowCount).toBe(1);
    expect((await historyFrom(JSON.stringify(JSON.parse(row), null, 2))).rowCount).toBe(1);
  });

  it('the whole lines of JSON Lines that were cut off, also within a character', async () => {
    const bytes = new TextEncoder().encode(['a', 'größe'].map((id) => JSON.stringify({ time: noon, id })).join('\n'));
    for (let length = bytes.indexOf(10) + 1; length < bytes.length; length++)
      expect(await read(bytes.subarray(0, length))).toEqual([[noon, 'a']]);
  });

  it('more digits than 64 bits have as a text, but not as a field of numbers', async () => {
    const digits = '18446744073709551615';
    const table = new Table({
      time: vectorFromArray([START], new TimestampMicrosecond('UTC')),
      id: vectorFromArray(['a']),
      own: vectorFromArray([BigInt(digits)], new Uint64()),
    });
    const forms = [table, `time,id,own\n${noon},a,${digits}`, `[{"time":"${noon}","id":"a","own":${digits}}]`];
    for (const data of forms) {
      expect((await read(data))[0]).toEqual([expect.any(String), 'a', digits]);
      expect(await problemsOf(data, { fields: { db_request_limit: 'own' } })).toEqual([
        'row 1: own: expected an integer of at most 64 bits',
      ]);
    }
  });

  it('words for an absent value in columns of numbers, as texts in other columns', async () => {
    const words = ['NA', 'null', 'None', 'nan', '<NA>', 'N/A', ''];
    const csv = `time,id,own,region,db_max_clients\n${words.map((word, at) => `${noon},${at},${word},${word},${word}`).join('\n')}`;
    const history = await historyFrom(`${csv}\n${noon},last,3,eu,4`);
    expect([...history.column('own').values]).toEqual([NaN, NaN, NaN, NaN, NaN, NaN, NaN, 3]);
    expect([...history.column('db_max_clients').values]).toEqual([NaN, NaN, NaN, NaN, NaN, NaN, NaN, 4]);
    expect((history.column('region') as TextColumn).texts).toEqual([undefined, ...words.slice(0, -1), 'eu']);
    expect(await read(`time,id,own\n${noon},a,NA`)).toEqual([[noon, 'a', 'NA']]);
  });

  it('the price of an index, which only some plans have, as a number', async () => {
    const csv = `time,resource,id,reserved_price\n${noon},index,a,60\n${noon},index,b,`;
    expect(await read(csv)).toEqual([
      [noon, 'a', 60],
      [noon, 'b', undefined],
    ]);
  });

  it('long texts, and no column that a history has anyway', async () => {
    const note = 'x'.repeat(5000);
    expect(await read([{ time: noon, server: 'a', id: 7, note }], { id: 'server' })).toEqual([[noon, 'a', note]]);
    expect((await historyFrom([{ time: noon, id: 'a', note }], { fields: [] })).fields).toEqual([]);
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
    for (const data of [[], '', 'time,id,state\n', {}, '[]', new Table({})])
      expect(await historyFrom(data)).toMatchObject({ rowCount: 0, duplicateRows: 0 });
    const at = Date.parse(noon);
    expect(await historyFrom(rows.slice(0, 1))).toMatchObject({ rowCount: 1, from: at, to: at });
  });
});

describe('historyFrom and times', () => {
  it('puts rows in the order of time, and leaves out exact repetitions', async () => {
    const one = { time: START, id: 'a', port: 1 };
    const other = { ...one, time: START + 5 };
    const history = await historyFrom([other, one, other, { ...one, id: 'b' }]);
    expect([...history.rows()].map(({ at, id }) => `${at - START} ${id}`)).toEqual(['0 a', '0 b', '5 a']);
    expect(history.duplicateRows).toBe(1);
  });

  it('keeps the last of two rows of a capture that differ in the throughput alone', async () => {
    const row = { time: noon, resource: 'index', id: 'a', status: 'fresh', throughput: 1 };
    for (const fields of [['throughput'], { rate: 'throughput' }])
      expect(await read([row, { ...row, throughput: 2 }], { fields })).toEqual([[noon, 'a', 2]]);
    const { status: _, ...ofOtherForm } = row;
    const refusal = [expect.stringMatching(/^row 2: contradicts row 1/)];
    expect(await problemsOf([row, { ...row, throughput: 2, name: 'x' }])).toEqual(refusal);
    expect(await problemsOf([ofOtherForm, { ...ofOtherForm, throughput: 2 }])).toEqual(refusal);
  });

  it('refuses rows that contradict each other, or keeps the last of them', async () => {
    const data = [1, 2].map((port) => ({ time: START, id: 'a', port }));
    expect(await problemsOf(data)).toEqual([
      expect.stringMatching(/^row 2: contradicts row 1, of the same time and id/),
    ]);
    for (const ports of ['12', '212', '1122', '12212']) {
      const given = [...ports].map((port) => ({ time: START, id: 'a', port: Number(port) }));
      const others = [
        { time: START, id: 'b', port: 9 },
        { time: START, id: 'a', resource: 'index', port: 9 },
      ];
      const history = await historyFrom([...given, ...others], { contradictions: 'last' });
      const own = [...history.rows()].filter(({ values }) => values['port'] !== 9);
      expect(own.map(({ values }) => values['port'])).toEqual([2]);
      expect(history).toMatchObject({ rowCount: 3, duplicateRows: ports.length - 1 });
    }
  });

  it.each<[time: unknown, mapping: HistoryMapping, utc: string]>([
    ['2026-07-01 12:00', { timeZone: 'Europe/Berlin' }, '2026-07-01T10:00:00.000Z'],
    ['2026-01-01', { timeZone: 'America/New_York' }, '2026-01-01T05:00:00.000Z'],
    ['2025-10-26 02:30:00+01:00', { timeZone: 'Europe/Berlin' }, '2025-10-26T01:30:00.000Z'],
    ['2025-10-19 18:33:05.244068975 +0000 UTC', {}, '2025-10-19T18:33:05.244Z'],
    ['2026-01-01T00:00:00-0330', {}, '2026-01-01T03:30:00.000Z'],
    ['1767225600000', {}, '2026-01-01T00:00:00.000Z'],
    [1767225600, { timeUnit: 's' }, '2026-01-01T00:00:00.000Z'],
    [1767225600000, { timeUnit: 'ms' }, '2026-01-01T00:00:00.000Z'],
    [1767225600000000n, { timeUnit: 'us' }, '2026-01-01T00:00:00.000Z'],
  ])('reads %s with the mapping %o', async (time, mapping, utc) => {
    expect(await read([{ time, id: 'a' }], mapping)).toEqual([[utc, 'a']]);
  });

  it('refuses invalid times, and names their rows', async () => {
    const odd = ['2026-01-01T25:00Z', '2026-01-01T00:00+25:99'];
    const times = ['2026-01-01 12:00', 1767225600, '2026-02-30T00:00Z', 'yesterday', null, new Date(NaN), 4e12, ...odd];
    expect(await problemsOf(times.map((time) => ({ time, id: 'a' })))).toEqual([
      'row 1: time: a time without a zone: set mapping.timeZone, such as "UTC" or "Europe/Berlin"',
      expect.stringMatching(/^row 2: time: a number that looks like seconds/),
      'row 3: time: a date or a time of day that does not exist',
      'row 4: time: expected a time, such as 2026-01-31T18:30:00+01:00',
      'row 5: time: expected a time: a date, a number or a text',
      'row 6: time: expected a valid date',
      'row 7: time: in the future: check mapping.timeUnit, or set mapping.to',
      'row 8: time: a date or a time of day that does not exist',
      'row 9: time: expected a time, such as 2026-01-31T18:30:00+01:00',
    ]);
    const twice = ['2026-03-29 02:30', '2025-10-26 02:30'].map((time) => ({ time, id: 'a' }));
    expect(await problemsOf(twice, { timeZone: 'Europe/Berlin' })).toEqual([
      'row 1: time: a time that does not exist in Europe/Berlin: clocks went forward',
      'row 2: time: a time that clocks in Europe/Berlin show twice: add its offset, such as +01:00',
    ]);
    // The clocks of Auckland are more than half a day ahead of UTC.
    expect(await problemsOf([{ time: '2025-04-06 02:30', id: 'a' }], { timeZone: 'Pacific/Auckland' })).toEqual([
      expect.stringMatching(/^row 1: time: a time that clocks in Pacific.Auckland show twice/),
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
      expect.stringMatching(
        /^row 4: status: expected fresh, stale, missing, forgotten; to take the column as a field, name it: mapping.fields = \{ own_status: "status" \}/,
      ),
      'row 3: db_max_clients: expected a number',
    ]);
    expect(await problemsOf(Array.from({ length: 1000 }, () => ({ time: 'x', id: 'a' })))).toHaveLength(50);
  });

  it('CSV with wrong columns, cells and quotes', async () => {
    expect(await problemsOf('when,id\n1,2\n')).toEqual(['mapping.time: no column time, the columns are when, id']);
    expect(await problemsOf('time,id,conections\n', { fields: ['connections'] })).toEqual([
      'mapping.fields: no column connections, the columns are time, id, conections; did you mean conections?',
    ]);
    expect(await problemsOf('time,id\n2026-01-01T00:00Z,a,x\n')).toEqual(['row 1: cells: 3, in the header: 2']);
    expect(await problemsOf('time,id\n1,"a\n')).toEqual(['data: a quote of the CSV is not closed']);
    expect(await problemsOf('time,id,id,id\n')).toEqual(['data: several columns have the name id']);
    expect(await problemsOf({ time: [1], id: [] })).toEqual(['data.id: length 0, but time has 1']);
  });

  it('numbers with a comma, negative uses, and times as a number', async () => {
    const csv = `time;id;own;db_max_clients;db_max_clients_used;creation_time\n${noon};a;3,5;4,5;-1;${noon}`;
    expect(await problemsOf(csv)).toEqual([
      'row 1: own: expected a number with a decimal point, not a comma',
      'row 1: db_max_clients: expected a number with a decimal point, not a comma',
      'row 1: db_max_clients_used: expected a use of 0 or more',
      'row 1: creation_time: expected a number of Unix seconds',
    ]);
    expect(await read(`time;id;own\n${noon};a;3,5\n${noon};b;none of it`)).toEqual([
      [noon, 'a', '3,5'],
      [noon, 'b', 'none of it'],
    ]);
  });

  it('answers of Prometheus that are errors or histograms, or have two series for one id', async () => {
    const error = { status: 'error', errorType: 'bad_data', error: 'unknown function\u0007' };
    for (const data of [error, JSON.stringify(error)])
      expect(await problemsOf(data)).toEqual(['data: Prometheus refused the query: unknown function\ufffd']);
    const series = (more: object, ...values: unknown[]) => ({ metric: { __name__: 'm', id: 'a', ...more }, values });
    const result = [
      series({ pod: 'x' }, [START / 1000, '5']),
      series({ pod: 'y', rest_token: 'canary' }, [START / 1000, '5']),
    ];
    expect(await problemsOf({ resultType: 'matrix', result })).toEqual([
      'data.result[1]: a second series for one column: aggregate the query by id: ' +
        '{__name__="m", id="a", pod="x"} and {__name__="m", id="a", pod="y"}',
    ]);
    const histogram = { metric: { __name__: 'm', id: 'a' }, histograms: [[START / 1000, { count: '1', sum: '2' }]] };
    expect(await problemsOf({ resultType: 'matrix', result: [histogram] })).toEqual([
      expect.stringMatching(/^data.result\[0\]: a native histogram: query a number of it/),
    ]);
    for (const name of ['id', 'time', '__proto__']) {
      const named = [{ metric: { __name__: name, id: 'a' }, values: [[START / 1000, '5']] }];
      expect(await problemsOf({ resultType: 'matrix', result: named })).toEqual([
        `data.result[0]: a metric cannot be named ${name}, as another column: rename it in the query`,
      ]);
    }
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
    for (const data of [undefined, 5, [1], { a: 1 }, () => 1, new Map([['time', []]]), new Date(), new Response('{}')])
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
      // A text that exhausts the stack of the exact parser.
      `${'['.repeat(100_000)}1234567890123456${']'.repeat(100_000)}`,
      '{"status":"success","data":{"resultType":"matrix","result":[{',
    ])
      expect(await problemsOf(text)).toEqual(['data: expected JSON: the text is cut off or damaged']);
    expect(await problemsOf('{"time":1\n{"id":"a"}\n')).toEqual(['row 1: expected an object of JSON']);
    expect(
      (await problemsOf([], { timeZone: 'Mars', timeUnit: 'h', tiem: 1 })).map((text) => text.split(':')[0]),
    ).toEqual(expect.arrayContaining(['mapping.timeZone', 'mapping.timeUnit', 'mapping.tiem']));
  });
});
