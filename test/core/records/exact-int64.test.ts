import { describe, expect, it } from 'vitest';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import { driftOf } from '../../../src/core/records/drift-of.js';
import { recordOf } from './record-of.js';

const limitIn = (text: string): bigint | undefined => exactInt64(recordOf(decodeDatabase(text)), 'db_request_limit');
const limit = (literal: string): bigint | undefined => limitIn(`{"database_id":"a","db_request_limit":${literal}}`);

describe('exactInt64', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['-0.0e7', 0n],
    ['1.0', 1n],
    ['1e3', 1000n],
    ['10E-1', 1n],
    ['-7', -7n],
    ['9007199254740991', 9007199254740991n],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['8024278031528736858', 8024278031528736858n],
    ['8.024278031528736858e18', 8024278031528736858n],
    ['8.024278031528736858000E+18', 8024278031528736858n],
    ['80242780315287368580e-1', 8024278031528736858n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1e22', 10n ** 22n],
    ['1.5', undefined],
    ['9007199254740993.5', undefined],
    ['1e400', undefined],
    ['-1e400', undefined],
    ['"8024278031528736858"', undefined],
    ['null', undefined],
    ['true', undefined],
    ['[9007199254740993]', undefined],
    ['{"db_request_limit":9007199254740993}', undefined],
  ])('reads %s as %s', (literal, expected) => {
    expect(limit(literal)).toBe(expected);
  });

  it('returns undefined for an absent or inherited field', () => {
    expect(limitIn('{"database_id":"a"}')).toBeUndefined();
    expect(exactInt64({}, 'toString' as never)).toBeUndefined();
  });

  it.each([
    ['white space', '\n{ "database_id" : "a" ,\t"db_request_limit"\r\n:\t 9007199254740993 \n}\n'],
    ['another order', '{"db_request_limit":9007199254740993,"database_id":"a"}'],
    ['an escaped name', '{"database_id":"a","db_request\\u005flimit":9007199254740993}'],
    ['an escape in another field', '{"database_id":"a","x":"\\"\\\\","db_request_limit":9007199254740993}'],
    [
      'a duplicate before',
      '{"database_id":"a","db_request_limit":9007199254740995,"db_request_limit":9007199254740993}',
    ],
    ['a small duplicate before', '{"db_request_limit":1,"database_id":"a","db_request_limit":9007199254740993}'],
    [
      'an escaped duplicate before',
      '{"database_id":"a","db_request\\u005flimit":9007199254740992,"db_request_limit":9007199254740993}',
    ],
    [
      'an escaped duplicate after',
      '{"database_id":"a","db_request_limit":9007199254740992,"db_request\\u005flimit":9007199254740993}',
    ],
    [
      'the same name deeper, before',
      '{"x":{"db_request_limit":9007199254740992},"database_id":"a","db_request_limit":9007199254740993}',
    ],
    [
      'the same name deeper, after',
      '{"database_id":"a","db_request_limit":9007199254740993,"x":[{"db_request_limit":9007199254740992}]}',
    ],
    [
      'the same name deeper, the own one escaped',
      '{"x":{"db_request_limit":9007199254740992},"database_id":"a","db_request\\u005flimit":9007199254740993}',
    ],
    [
      'the member as a text',
      '{"database_id":"a","x":"\\"db_request_limit\\":9007199254740992","db_request_limit":9007199254740993}',
    ],
    [
      'the name as a text',
      '{"x":"db_request_limit","database_id":"a","db_request_limit":9007199254740993,"y":["db_request_limit"]}',
    ],
    [
      'a longer name around it',
      '{"my_db_request_limit":9007199254740992,"database_id":"a","db_request_limit":9007199254740993}',
    ],
    ['brackets in texts', '{"x":"}]{[,:","database_id":"a","db_request_limit":9007199254740993,"y":"\\\\"}'],
    [
      'many other large integers',
      `{"database_id":"a",${Array.from({ length: 20 }, (_, at) => `"f${at}":9007199254740995,`).join('')}"db_request_limit":9007199254740993}`,
    ],
  ])('reads the digits with any text around them: %s', (_, text) => {
    expect(limitIn(text)).toBe(9007199254740993n);
    expect(decodeDatabase(text).drift.filter(({ kind }) => kind === 'rounded-integer')).toHaveLength(1);
  });

  it('ignores the digits of a duplicate before a small number or a text', () => {
    expect(limitIn('{"database_id":"a","db_request_limit":9007199254740993,"db_request_limit":5}')).toBe(5n);
    expect(
      limitIn('{"x":9007199254740993,"database_id":"a","db_request_limit":9007199254740993,"db_request_limit":5}'),
    ).toBe(5n);
    expect(limitIn('{"database_id":"a","db_request_limit":9007199254740993,"db_request_limit":"5"}')).toBeUndefined();
  });

  it('reads fields whose names have JSON escapes', () => {
    for (const name of ['', ' ', '"', '\\', ':', ',', '{', '9', '\n', '\u2028', '日本', '\ud800', '__proto__', 'a.b']) {
      const text = `{"database_id":"a",${JSON.stringify(name)}:9007199254740993}`;
      expect(exactInt64(recordOf(decodeDatabase(text)), name as never)).toBe(9007199254740993n);
    }
  });

  it('reads the digits of each element of a list, with any text between elements', () => {
    const elements = [
      '{"id":"a","max_vector_count":9007199254740993}',
      '[{"id":"x","max_vector_count":9007199254740997}]',
      '"max_vector_count"',
      '{"max_vector_count":9007199254740999}',
      '{"id":"b","max_vector_count":1}',
      'null',
      '{"id":"c","length":9007199254740995}',
      '{"id":"d","max_vector_count":9007199254740995}',
    ];
    for (const separator of [',', ' ,\n']) {
      const { records = [] } = decodeVectorIndices(` [${elements.join(separator)}] `);
      expect(records.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
      expect(records.map((record) => exactInt64(record, 'max_vector_count'))).toEqual([
        9007199254740993n,
        1n,
        undefined,
        9007199254740995n,
      ]);
      expect(exactInt64(records[2] ?? {}, 'length' as never)).toBe(9007199254740995n);
    }
  });

  it('reads a field whose name also occurs in lists and texts', () => {
    const text = '[[],"text",{"id":"a","length":9007199254740993}]';
    const [record] = decodeVectorIndices(text).records ?? [];
    expect(exactInt64(record ?? {}, 'length' as never)).toBe(9007199254740993n);
  });

  it('does not read a literal that is longer than any integer, and reports it as rounded', () => {
    const zeros = (count: number) => `9007199254740993.${'0'.repeat(count)}`;
    expect(limit(zeros(300))).toBe(9007199254740993n);
    expect(limit(zeros(400))).toBeUndefined();
    const { drift } = decodeDatabase(`{"database_id":"a","db_request_limit":${zeros(400)}}`);
    expect(drift.find(({ path }) => path === 'db_request_limit')?.kind).toBe('rounded-integer');
  });

  it('reports only rounded numbers as rounded', () => {
    const driftAt = (literal: string) =>
      decodeDatabase(`{"database_id":"a","budget":${literal}}`).drift.filter(({ path }) => path === 'budget');
    for (const exact of ['9007199254740992', '-9007199254740992', '1e18', '9223372036854775808']) {
      expect(driftAt(exact)).toEqual([]);
    }
    for (const rounded of ['9007199254740993', '9223372036854775807', '9007199254740992.5', '1.0000000000000001e18']) {
      expect(driftAt(rounded)).toEqual([{ path: 'budget', kind: 'rounded-integer', expected: 'int64' }]);
    }
  });

  it('reports rounded numbers deep in a record, where it reads no digits', () => {
    const text =
      '[{"id":"a","throughput_vector":[{"x":"","y":9007199254740993}],"throughput_vector[0].y":9007199254740992}]';
    const [record] = decodeVectorIndices(text).records ?? [];
    expect(driftOf(record ?? {}).filter(({ kind }) => kind === 'rounded-integer')).toEqual([
      { path: 'throughput_vector[0].y', kind: 'rounded-integer', expected: 'number' },
    ]);
  });

  it('returns only exact numbers for a copy of a record', () => {
    const record = recordOf(decodeDatabase('{"database_id":"a","db_request_limit":9007199254740993,"port":6379}'));
    for (const copy of [{ ...record }, structuredClone(record), JSON.parse(JSON.stringify(record)) as typeof record]) {
      expect(exactInt64(copy, 'db_request_limit')).toBeUndefined();
      expect(exactInt64(copy, 'port')).toBe(6379n);
      expect(driftOf(copy)).toEqual([]);
    }
  });
});
