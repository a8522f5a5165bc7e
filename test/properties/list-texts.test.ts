import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { decodeVectorIndices } from '../../src/core/records/decode.js';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { driftOf } from '../../src/core/records/drift-of.js';
import type { VectorIndex } from '../../src/core/records/vector-index.js';
import { scaled } from '../support/scale.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';

/** All observable facts of an answer, with members in any order and without negative zero. */
function factsOf({ records, drift }: ReturnType<typeof decodeVectorIndices>) {
  const fields = (record: VectorIndex) => [
    JSON.parse(JSON.stringify(record)),
    driftOf(record),
    Object.keys(record)
      .toSorted()
      .map((field) => exactInt64(record, field as never)),
  ];
  return { records: records?.map(fields), drift, listDrift: records === undefined ? [] : driftOf(records) };
}

/** Decodes a text after other texts, and by itself. */
function expectAsWithoutPredecessor(text: string, previous: readonly VectorIndex[] | undefined): typeof previous {
  const decoded = decodeVectorIndices(text, previous);
  const alone = decodeVectorIndices(text);
  expect(factsOf(decoded)).toEqual(factsOf(alone));
  return decoded.records;
}

const ids = fc.constantFrom('"a"', '"b"', '"c"', '"d"', '"\\u0061"', '"]"', '"},{"');
const numbers = ['1', '-0', '1.0', '9007199254740993', '9007199254740993.5', '-9223372036854775809', '1e400', '5e-324'];
const strings = ['"],"', '"\\"},{\\""', '"\\\\"', '"\\ud800"', '"\\u0061"'];
const nested = ['[[]]', '{"id":"b"}', '{"__proto__":{"id":1}}', '{"max_vector_count":9007199254740993, "x":1,"x":2}'];
const values = fc.oneof(fc.constantFrom(...numbers, ...strings, ...nested), fc.json({ maxDepth: 3 }));
const space = fc.constantFrom('', '', '', ' ', '\n');
const members = fc.oneof(
  fc.tuple(fc.constantFrom('x', 'max_vector_count', 'region'), values),
  fc.tuple(fc.constant('id'), ids),
);
const elements = fc
  .tuple(space, ids, members, space)
  .map(([before, id, [name, value], after]) => `${before}{"id":${id}${after},"${name}":${value}}${after}`);

/** The changes of the elements of a list between two answers. */
const edits = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('replace'), at: fc.nat(30), element: elements }) },
    // Most of these values have no usable id, so the list is refused.
    fc.record({ kind: fc.constant('replace'), at: fc.nat(30), element: values }),
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert'), at: fc.nat(30), element: elements }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('remove', 'toEnd', 'repeat'),
        at: fc.nat(30),
        element: fc.constant(''),
      }),
    },
  ),
  { maxLength: 4 },
);

type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never;

function edited(list: readonly string[], changes: Edits): string[] {
  const next = [...list];
  for (const { kind, at, element } of changes) {
    const place = at % (next.length + 1);
    const there = next.slice(place, place + 1);
    if (kind === 'insert') next.splice(place, 0, element);
    else next.splice(place, 1, ...(kind === 'replace' ? [element] : kind === 'repeat' ? [...there, ...there] : []));
    if (kind === 'toEnd') next.push(...there);
  }
  return next;
}

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  added: fc.oneof(
    fc.string({ unit: fc.constantFrom(...'[]{},:"\\ 0e\n'), maxLength: 4 }),
    fc.constantFrom('', '{"id":"a"},', ',{"id":"e"}', '{}', '"', '],[', ']]', ',,', '\u00a0', '//'),
  ),
});

function damaged(
  text: string,
  { at, removed, added }: typeof damage extends fc.Arbitrary<infer T> ? T : never,
): string {
  const place = Math.round(at * text.length);
  return text.slice(0, place) + added + text.slice(place + removed);
}

describe('a list after another list', () => {
  test('decodes as without a predecessor, after any change of its elements', () => {
    fc.assert(
      fc.property(
        fc.array(elements, { maxLength: 30, size: 'max' }),
        fc.array(edits, { maxLength: 5 }),
        (first, polls) => {
          let list = first;
          let previous = expectAsWithoutPredecessor(`[${list.join()}]`, undefined);
          for (const poll of polls)
            previous = expectAsWithoutPredecessor(`[${(list = edited(list, poll)).join()}]`, previous) ?? previous;
        },
      ),
      { numRuns: scaled({ short: 50, long: 500 }) },
    );
  });

  test('decodes as without a predecessor, after any change of its text', () => {
    const texts = fc.array(elements, { maxLength: 12, size: 'max' }).map((all) => `[${all.join()}]`);
    fc.assert(
      fc.property(texts, fc.array(damage, { maxLength: 6 }), (text, damages) => {
        const previous = expectAsWithoutPredecessor(text, undefined);
        for (const each of damages) {
          expectAsWithoutPredecessor(damaged(text, each), previous);
          expectAsWithoutPredecessor(text, previous);
        }
      }),
      { numRuns: scaled({ short: 150, long: 1500 }) },
    );
  });
});

describe('a list of 1,000 indices with a predecessor', () => {
  const first = sampleVectorIndices(1000).map((index) => JSON.stringify(index));
  const changed = (element: string) => element.replace('"COSINE"', '"EUCLIDEAN"');
  const textOf = (list: readonly string[]) => `[${list.join()}]`;

  test.each([
    ['one element is changed', first.with(500, changed(first[500] as string)), 2],
    ['every hundredth element is changed', first.map((each, at) => (at % 100 === 0 ? changed(each) : each)), 11],
    ['two elements are swapped', first.with(200, first[800] as string).with(800, first[200] as string), 6],
  ])('parses only the elements that differ from those at their places: %s', (_, list, count) => {
    const { records: previous = [] } = decodeVectorIndices(textOf(first));
    using parse = vi.spyOn(JSON, 'parse');
    const { records = [] } = decodeVectorIndices(textOf(list), previous);
    const parsed = parse.mock.calls.reduce((length, [text]) => length + text.length, 0);
    expect(parsed).toBeLessThan(count * (first[0] as string).length * 1.1);
    expect(records).toEqual(JSON.parse(textOf(list)));
  });

  test('is returned again for an equal list in another text, which is kept for the next comparison', () => {
    const { records: previous = [] } = decodeVectorIndices(textOf(first));
    const spaced = textOf(first.map((each) => each.replace(':', ': ')));
    expect(decodeVectorIndices(spaced, previous).records).toBe(previous);
    using parse = vi.spyOn(JSON, 'parse');
    expect(decodeVectorIndices(spaced, previous).records).toBe(previous);
    expect(parse).not.toHaveBeenCalled();
  });
});
