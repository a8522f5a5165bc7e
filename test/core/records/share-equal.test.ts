import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { decodeDatabase } from '../../../src/core/records/decode.js';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import { deepFreeze } from '../../../src/core/store/deep-freeze.js';
import { shareEqual } from '../../../src/core/records/share-equal.js';

const decode = (text: string): Database => decodeDatabase(text).record as Database;

describe('shareEqual', () => {
  test('returns the previous record if it is equal, and shares equal parts otherwise', () => {
    const members = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'),
      fc.constantFrom<unknown>(0, 1, null, 'x', [], [1], {}, { a: [1] }, { a: [1], b: {} }, undefined),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(members, members, (one, other) => {
        const before = structuredCloneOf(one);
        const record = structuredCloneOf(other);
        const shared = shareEqual(record, before);
        expect(isDeepStrictEqual(structuredCloneOf(shared), structuredCloneOf(other))).toBe(true);
        expect(shared === before).toBe(isDeepStrictEqual(structuredCloneOf(one), structuredCloneOf(other)));
        expect(Object.getPrototypeOf(shared)).toBe(Object.prototype);
        const valuesBefore = new Map(Object.entries(before));
        for (const [field, value] of Object.entries(shared)) {
          if (isDeepStrictEqual(value, valuesBefore.get(field))) expect(value).toBe(valuesBefore.get(field));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('returns the record itself without equal parts, and never changes it', () => {
    const before = { a: [1], b: 1 };
    const changed = deepFreeze({ a: [2], b: 1 });
    expect(shareEqual(changed, before)).toBe(changed);
    expect(shareEqual(changed, undefined)).toBe(changed);
    const record = deepFreeze({ a: [1], b: 2 });
    expect(shareEqual(record, before)).not.toBe(record);
    expect(record.a).not.toBe(before.a);
  });

  test('gives the previous record the digits of an equal record', () => {
    const [one, other] = ['9007199254740993', '9007199254740992'].map((digits) =>
      decode(`{"database_id":"a","db_request_limit":${digits}}`),
    ) as [Database, Database];
    expect(shareEqual(other, one)).toBe(one);
    expect(exactInt64(one, 'db_request_limit')).toBe(9007199254740992n);
  });

  test('keeps the exact integers of a record with shared parts', () => {
    const before = decode('{"database_id":"a","read_regions":["eu-west-1"],"db_request_limit":1}');
    const record = decode('{"database_id":"a","read_regions":["eu-west-1"],"db_request_limit":9007199254740993}');
    const shared = shareEqual(record, before);
    expect(shared).not.toBe(record);
    expect(shared).toEqual(record);
    expect(exactInt64(shared, 'db_request_limit')).toBe(9007199254740993n);
  });
});

/** Through JSON, so that `__proto__` is a member like any other. */
function structuredCloneOf(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}
