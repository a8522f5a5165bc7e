import { describe, expect, it } from 'vitest';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { exactInt64, exactIntegersOf, setExactIntegers } from '../../../src/core/records/exact-int64.js';
import { recordOf } from './record-of.js';

const limitIn = (text: string): bigint | undefined => exactInt64(recordOf(decodeDatabase(text)), 'db_request_limit');
const limit = (literal: string): bigint | undefined => limitIn(`{"database_id":"a","db_request_limit":${literal}}`);

describe('exactInt64', () => {
  it.each([
    ['0', 0n],
    ['-0.0e7', 0n],
    ['1e3', 1000n],
    ['-7', -7n],
    ['9007199254740991', 9007199254740991n],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['8024278031528736858', 8024278031528736858n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1.5', undefined],
    ['9007199254740993.5', undefined],
    ['9007199254740993.0000000000000000', undefined],
    ['8.024278031528736858e18', undefined],
    ['1e400', undefined],
    [`${'9'.repeat(400)}`, undefined],
    ['"8024278031528736858"', undefined],
    ['null', undefined],
    ['[9007199254740993]', undefined],
  ])('reads %s as %s', (literal, expected) => expect(limit(literal)).toBe(expected));

  it('returns undefined for an absent or inherited field', () => {
    expect(limitIn('{"database_id":"a"}')).toBeUndefined();
    expect(exactInt64({}, 'toString' as never)).toBeUndefined();
  });

  it.each([
    ['white space', '\n{ "database_id" : "a" ,\t"db_request_limit"\r\n:\t 9007199254740993 \n}\n'],
    ['an escape in another field', '{"database_id":"a","x":"\\"\\\\\\u00e9","db_request_limit":9007199254740993}'],
    ['a small duplicate before', '{"db_request_limit":1,"database_id":"a","db_request_limit":9007199254740993}'],
    [
      'a deeper number',
      '{"x":{"db_request_limit":8024278031528736858},"database_id":"a","db_request_limit":9007199254740993}',
    ],
    [
      'the member as a text',
      '{"database_id":"a","x":"\\"db_request_limit\\":9007199254740992","db_request_limit":9007199254740993}',
    ],
    ['the name as a text', '{"database_id":"a","x":"db_request_limit","db_request_limit":9007199254740993}'],
    ['a longer name', '{"my_db_request_limit":9007199254740992,"database_id":"a","db_request_limit":9007199254740993}'],
  ])('reads the digits with any text around them: %s', (_, text) => expect(limitIn(text)).toBe(9007199254740993n));

  it.each([
    ['a duplicate', '{"database_id":"a","db_request_limit":9007199254740992,"db_request_limit":9007199254740993}'],
    [
      'the same name deeper',
      '{"x":{"db_request_limit":9007199254740992},"database_id":"a","db_request_limit":9007199254740993}',
    ],
    [
      'a deeper fraction',
      '{"x":{"db_request_limit":9007199254740992.5},"database_id":"a","db_request_limit":9007199254740993}',
    ],
    [
      'an escaped name',
      '{"x":{"db_request_limit":9007199254740992},"database_id":"a","db_request\\u005flimit":9007199254740993}',
    ],
  ])('returns undefined where the text does not tell which digits count: %s', (_, text) => {
    expect(limitIn(text)).toBeUndefined();
  });

  it.each(['é', 'x-', '-x', 'x-y'])('reads no digits of a name that may be escaped elsewhere: %s', (name) => {
    const escaped = name.replace('é', '\\u00e9').replace('-', '\\u002d');
    const text = `{"database_id":"a","x":{"${name}":9007199254740992},"${escaped}":9007199254740993}`;
    expect(exactInt64(recordOf(decodeDatabase(text)), name as never)).toBeUndefined();
  });

  it('ignores the digits of a duplicate before a small number or a text', () => {
    expect(limitIn('{"database_id":"a","db_request_limit":9007199254740993,"db_request_limit":5}')).toBe(5n);
    expect(limitIn('{"database_id":"a","db_request_limit":9007199254740993,"db_request_limit":"5"}')).toBeUndefined();
  });

  it('gives the digits of the latest answer for a record whose numbers are equal', () => {
    const answer = (digits: string) => `{"database_id":"a","db_request_limit":${digits}}`;
    const first = recordOf(decodeDatabase(answer('8024278031528736858')));
    expect(recordOf(decodeDatabase(answer('8024278031528736859'), first))).toBe(first);
    expect(exactInt64(first, 'db_request_limit')).toBe(8024278031528736859n);
    const second = recordOf(decodeDatabase(answer('8024278031528736859').replace('}', ',"port":1}'), first));
    expect(exactInt64(second, 'db_request_limit')).toBe(8024278031528736859n);
  });

  it('returns no digits of an index, whose fields are no int64', () => {
    const [index] =
      decodeVectorIndices('[{"id":"a","max_vector_count":9007199254740993,"creation_time":1}]').records ?? [];
    expect(exactInt64(index ?? {}, 'max_vector_count' as never)).toBeUndefined();
    expect(exactInt64(index ?? {}, 'creation_time' as never)).toBe(1n);
  });

  it('keeps only the integers that round to the number of the record', () => {
    const record = { a: 2 ** 53, b: 2 ** 53, c: 1 };
    setExactIntegers(record, [
      ['a', 2n ** 53n + 1n],
      ['b', undefined],
      ['c', 2n],
    ]);
    expect(exactIntegersOf(record)).toEqual(new Map([['a', 2n ** 53n + 1n]]));
  });

  it('reports only rounded numbers as rounded', () => {
    const driftAt = (literal: string) =>
      decodeDatabase(`{"database_id":"a","budget":${literal}}`).drift.filter(({ path }) => path === 'budget');
    for (const exact of ['9007199254740992', '-9007199254740992']) expect(driftAt(exact)).toEqual([]);
    for (const rounded of ['9007199254740993', '9223372036854775807', '9007199254740992.5'])
      expect(driftAt(rounded)).toEqual([{ path: 'budget', kind: 'rounded-integer', expected: 'int64' }]);
  });

  it('returns only exact numbers for a copy of a record', () => {
    const record = recordOf(decodeDatabase('{"database_id":"a","db_request_limit":9007199254740993,"port":6379}'));
    for (const copy of [{ ...record }, structuredClone(record), JSON.parse(JSON.stringify(record)) as typeof record]) {
      expect(exactInt64(copy, 'db_request_limit')).toBeUndefined();
      expect(exactInt64(copy, 'port')).toBe(6379n);
    }
  });
});
