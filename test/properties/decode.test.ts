import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/records/database.js';
import { decodeDatabase, decodeVectorIndices } from '../../src/core/records/decode.js';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { driftOf } from '../../src/core/records/drift-of.js';
import type { VectorIndex } from '../../src/core/records/vector-index.js';
import { databaseTexts, vectorIndicesTexts } from '../core/records/json-texts.js';
import { recordOf } from '../core/records/record-of.js';
import { sampleDatabase } from '../support/sample-database.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';

describe('an answer that was cut, or contains a part of another answer,', () => {
  const cuts = (texts: fc.Arbitrary<string>) =>
    fc.tuple(texts, texts, fc.nat({ max: 200 }), fc.nat({ max: 200 })).map(([one, other, start, end]) => ({
      previous: other,
      answer: one.slice(0, start) + other.slice(end),
      cut: one.trimEnd().slice(0, -1 - (start % 20)),
    }));

  test('is a record only if it is still JSON', () => {
    fc.assert(
      fc.property(cuts(databaseTexts), ({ previous, answer, cut }) => {
        const { record } = decodeDatabase(previous);
        for (const predecessor of [undefined, record]) {
          expect(decodeDatabase(cut, predecessor).record).toBeUndefined();
          if (!isJson(answer)) expect(decodeDatabase(answer, predecessor).record).toBeUndefined();
          else expect(() => decodeDatabase(answer, predecessor)).not.toThrow();
        }
      }),
      { numRuns: 200 },
    );
  });

  test('is a list only if it is still JSON', () => {
    fc.assert(
      fc.property(cuts(vectorIndicesTexts), ({ previous, answer, cut }) => {
        const { records } = decodeVectorIndices(previous);
        for (const predecessor of [undefined, records]) {
          expect(decodeVectorIndices(cut, predecessor).records).toBeUndefined();
          if (!isJson(answer)) expect(decodeVectorIndices(answer, predecessor).records).toBeUndefined();
          else expect(() => decodeVectorIndices(answer, predecessor)).not.toThrow();
        }
      }),
      { numRuns: 100 },
    );
  });
});

test('any record survives structuredClone, and does not show its provenance', () => {
  fc.assert(
    fc.property(databaseTexts, databaseTexts, (before, text) => {
      const { record } = decodeDatabase(text, decodeDatabase(before).record);
      fc.pre(record !== undefined);
      expect(isDeepStrictEqual(structuredClone(record), record)).toBe(true);
      expect(new Set(Reflect.ownKeys(record))).toEqual(new Set(Object.keys(JSON.parse(text) as object)));
    }),
    { numRuns: 200 },
  );
});

describe('an unchanged value keeps its reference', () => {
  const changes = (sample: object) =>
    fc.dictionary(
      fc.constantFrom(...Object.keys(sample), 'unknown', '__proto__'),
      fc.constantFrom<unknown>([], [1, { a: [] }], [1, { a: {} }], {}, { a: [1] }, { a: [1], b: null }, null, 0, 'x'),
      { maxKeys: 4 },
    );

  test('in each field of a database', () => {
    fc.assert(
      fc.property(fc.array(changes(sampleDatabase), { minLength: 2, maxLength: 5 }), (polls) => {
        let previous: Database | undefined;
        for (const poll of polls) {
          const text = JSON.stringify(withMembers(sampleDatabase, { ...poll, database_id: 'a' }));
          const record: Database = recordOf(decodeDatabase(text, previous));
          expectShared(record, previous);
          previous = record;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('in each element of a list, also if it moved, and in each of its fields', () => {
    const samples = sampleVectorIndices(3);
    const elements = fc.uniqueArray(
      fc.record({ at: fc.nat({ max: 2 }), change: changes(samples[0] ?? {}), noId: fc.nat({ max: 5 }) }),
      { selector: ({ at }) => at },
    );
    fc.assert(
      fc.property(fc.array(elements, { minLength: 2, maxLength: 5 }), (polls) => {
        let previous: readonly VectorIndex[] = [];
        for (const poll of polls) {
          const answer = poll.map(({ at, change, noId }) =>
            withMembers(samples[at] ?? {}, { ...change, id: noId === 0 ? null : `id-${at}` }),
          );
          const { records = [] } = decodeVectorIndices(JSON.stringify(answer), previous);
          for (const record of records) {
            const before = previous.find(({ id }) => id === record.id);
            expectShared(record, before);
            if (isDeepStrictEqual(record, before)) expect(record).toBe(before);
          }
          previous = records;
        }
      }),
      { numRuns: 300 },
    );
  });

  function expectShared(record: object, previous: object | undefined): void {
    const before = new Map(Object.entries(previous ?? {}));
    for (const [field, value] of Object.entries(record)) {
      if (isDeepStrictEqual(value, before.get(field))) expect(value).toBe(before.get(field));
    }
  }
});

test('a list over several polls, with duplicate, moved, removed and missing ids, always equals a first load', () => {
  const element = fc
    .tuple(
      fc.constantFrom('"a"', '"a"', '"b"', '"c"', '7'),
      fc.constantFrom('9007199254740992', '9007199254740993', '1', '"1"'),
      fc.constantFrom('us-east-1', 'mars'),
    )
    .map(([id, digits, region]) => `{"id":${id},"max_vector_count":${digits},"region":"${region}"}`);
  const poll = fc.array(fc.oneof({ weight: 9, arbitrary: element }, fc.constant('null')), { maxLength: 5 });
  const factsOf = (record: VectorIndex) => [record, driftOf(record), exactInt64(record, 'max_vector_count')];
  fc.assert(
    fc.property(fc.array(poll, { minLength: 2, maxLength: 6 }), (polls) => {
      let previous: readonly VectorIndex[] | undefined;
      for (const elements of polls) {
        const { records, drift }: ReturnType<typeof decodeVectorIndices> = decodeVectorIndices(
          `[${elements.join()}]`,
          previous,
        );
        const first = decodeVectorIndices(`[${elements.join()}]`);
        expect(records?.map(factsOf)).toEqual(first.records?.map(factsOf));
        expect(drift).toEqual(first.drift);
        expect(driftOf(records ?? [])).toEqual(first.drift);
        previous = records;
      }
    }),
    { numRuns: 500 },
  );
});

describe('drift', () => {
  const canaries = fc.oneof(
    fc.constantFrom<unknown>('canary7193', 719371937, -719371937.5, 7.19371937e30),
    fc.object({
      key: fc.constantFrom('canary7193', 'x', 'y', 'vpcPeering', 'length', 'id', 'region'),
      values: [fc.constantFrom<unknown>('canary7193', 719371937, 719371937e12, null)],
      maxDepth: 3,
    }),
    fc.array(fc.constantFrom<unknown>('canary7193', 719371937, { x: 719371937, y: 'canary7193' }), { maxLength: 30 }),
  );
  const poisonOf = (sample: object) =>
    fc.dictionary(fc.constantFrom(...Object.keys(sample), 'canary7193', '__proto__', 'canary7193.x[3]'), canaries);
  const expectHarmless = (drift: readonly object[]): void => {
    expect(JSON.stringify(drift)).not.toMatch(/canary|71937/i);
    expect(drift.length).toBeLessThanOrEqual(100);
  };

  test('of a database with any hostile value is bounded and does not contain the value', () => {
    const poison = poisonOf(sampleDatabase);
    fc.assert(
      fc.property(poison, poison, fc.boolean(), (before, after, keepsId) => {
        const textOf = (members: object): string =>
          JSON.stringify(withMembers(sampleDatabase, keepsId ? { ...members, database_id: 'a' } : members));
        const { record, drift } = decodeDatabase(textOf(before));
        expectHarmless(drift);
        expectHarmless(decodeDatabase(textOf(after), record).drift);
      }),
      { numRuns: 300 },
    );
  });

  test('of a list with any hostile value is bounded and does not contain the value', () => {
    const [sample = {}] = sampleVectorIndices(1);
    const lists = fc.array(fc.oneof(poisonOf(sample), canaries), { maxLength: 8 });
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const textOf = (elements: readonly unknown[]): string =>
          JSON.stringify(elements.map((it, at) => withMembers(sample, { ...(it as object), id: `a${at % 3}` })));
        const { records, drift } = decodeVectorIndices(textOf(before));
        expectHarmless(drift);
        expectHarmless(decodeVectorIndices(textOf(after), records).drift);
        expectHarmless(decodeVectorIndices(JSON.stringify(after), records).drift);
      }),
      { numRuns: 200 },
    );
  });
});

/** Uses `fromEntries`, because an assignment to `__proto__` would create no member. */
function withMembers(sample: object, members: object): object {
  return Object.fromEntries([...Object.entries(sample), ...Object.entries(members)]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
