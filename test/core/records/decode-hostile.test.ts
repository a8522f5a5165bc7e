import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { databaseSchema } from '../../../src/core/records/database.js';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import { driftOf } from '../../../src/core/records/drift-of.js';
import { vectorIndexSchema } from '../../../src/core/records/vector-index.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { recordOf } from './record-of.js';

const [sampleIndex] = sampleVectorIndices(1);

const CANARY = 'canary7193';
const NUMBER_CANARY = 719_371_937;
const canaries: readonly unknown[] = [
  CANARY,
  NUMBER_CANARY,
  -NUMBER_CANARY,
  NUMBER_CANARY + 0.5,
  NUMBER_CANARY * 1e9,
  [CANARY, NUMBER_CANARY, [CANARY]],
  { [CANARY]: CANARY, x: NUMBER_CANARY },
  [{ x: NUMBER_CANARY, y: CANARY, [CANARY]: CANARY }],
  { vpcPeering: CANARY, [CANARY]: NUMBER_CANARY },
];

const expectNoCanary = (drift: unknown): void => {
  expect(JSON.stringify(drift)).not.toMatch(/canary|71937|719,?371/i);
};

describe('drift contains no value', () => {
  it.each([...Object.keys(databaseSchema.entries), CANARY])('of %s of a database', (field) => {
    const previous = decodeDatabase(JSON.stringify(sampleDatabase)).record;
    for (const canary of canaries) {
      const text = JSON.stringify({ ...sampleDatabase, [field]: canary });
      expectNoCanary(decodeDatabase(text).drift);
      expectNoCanary(decodeDatabase(text, previous).drift);
    }
  });

  it.each([...Object.keys(vectorIndexSchema.entries), CANARY])('of %s of an index', (field) => {
    for (const canary of canaries) {
      expectNoCanary(decodeVectorIndices(JSON.stringify([{ ...sampleIndex, [field]: canary }])).drift);
      expectNoCanary(decodeVectorIndices(JSON.stringify([canary])).drift);
    }
  });

  it('of an answer that is not JSON', () => {
    for (const text of [`{"${CANARY}"`, `[${CANARY}]`, `"${CANARY}"`, String(NUMBER_CANARY)])
      expectNoCanary([decodeDatabase(text), decodeVectorIndices(text)]);
  });
});

it('drift is bounded, for a record and for a list', () => {
  const many = Array.from({ length: 50_000 }, () => 7);
  expect(decodeDatabase(JSON.stringify({ database_id: 'a', primary_members: many })).drift).toHaveLength(100);
  const departing = Array.from({ length: 50 }, (_, at) => ({ id: String(at) }));
  expect(decodeVectorIndices(JSON.stringify(departing)).drift).toHaveLength(100);
  expect(decodeVectorIndices(JSON.stringify(many)).drift).toHaveLength(1);
});

describe('nesting', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const withNested = (levels: number): string =>
    JSON.stringify(sampleDatabase).replace('{', `{"deep":${nested(levels)},`);

  it('of 32 levels, including the record, is accepted; 33 levels are refused, also with a predecessor', () => {
    const previous = recordOf(decodeDatabase(withNested(30)));
    expect(recordOf(decodeDatabase(withNested(31)))).toHaveProperty('deep');
    expect(recordOf(decodeDatabase(withNested(31), previous))).toHaveProperty('deep');
    for (const { record, drift } of [decodeDatabase(withNested(32)), decodeDatabase(withNested(32), previous)]) {
      expect(record).toBeUndefined();
      expect(drift).toEqual([{ path: '', kind: 'wrong-type', expected: 'at most 32 levels of nesting' }]);
    }
  });

  it.each(['deep', 'securityAddons', 'all_members', '__proto__', 'db_request_limit'])(
    'of 200,000 levels in %s overflows no stack, also with a predecessor',
    (field) => {
      const answer = JSON.stringify({ ...sampleDatabase, [field]: 0 }).replace(/}$/, `,"${field}":${nested(200_000)}}`);
      for (const previous of [undefined, recordOf(decodeDatabase(withNested(31)))]) {
        expect(decodeDatabase(answer, previous).record).toBeUndefined();
      }
      expect(decodeVectorIndices(`[${answer}]`).records).toBeUndefined();
    },
  );

  it('in one element of a list is refused, and the element is named', () => {
    const text = JSON.stringify(sampleIndex);
    for (const element of [nested(100_000), text.replace('{', `{"deep":${nested(99)},`)]) {
      const { records, drift } = decodeVectorIndices(`[${text},${element}]`);
      expect(records).toBeUndefined();
      expect(drift).toMatchObject([{ path: '[1]' }]);
    }
    expect(decodeDatabase(nested(100_000)).record).toBeUndefined();
  });
});

it.each(['__proto__', 'constructor'])('%s stays a member at every level, before and after any other answer', (name) => {
  const member = (value: string): string => `{"${name}":${value},`;
  const database = JSON.stringify(sampleDatabase);
  const values = ['{"polluted":true}', '{"database_id":"b","polluted":true}', '7', 'null', '[]', '"polluted"'];
  const answers = values.flatMap((value) => [
    database.replace('{', member(value)),
    database.replace('"securityAddons":{', `"securityAddons":${member(value)}`),
    database.replace('{', `{"unknown":[${member(value)}"a":{}}],`),
  ]);
  for (const answer of answers) {
    for (const before of [undefined, database, ...answers]) {
      const previous = before === undefined ? undefined : recordOf(decodeDatabase(before));
      const record = recordOf(decodeDatabase(answer, previous));
      expect(isDeepStrictEqual(record, JSON.parse(answer))).toBe(true);
      expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
      expect(Object.getPrototypeOf(record.securityAddons)).toBe(Object.prototype);
      expect(driftOf(record)).toEqual([]);
      expect(exactInt64(record, name as never)).toBe(answer.startsWith(member('7')) ? 7n : undefined);
    }
  }
  expect({}).not.toHaveProperty('polluted');
});
