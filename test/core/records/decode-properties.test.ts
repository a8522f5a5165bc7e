import fc from 'fast-check';
import { parse as parseExactly } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import { driftOf } from '../../../src/core/records/drift-of.js';
import { databaseTexts, jsonTexts, vectorIndicesTexts } from './json-texts.js';

const anyText = fc.oneof(jsonTexts, fc.json(), fc.string(), databaseTexts, vectorIndicesTexts);

describe('decoding any text', () => {
  test('never throws, and returns a record or a reason', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { record, drift } = decodeDatabase(text);
        expect(record !== undefined || drift.length > 0).toBe(true);
        const list = decodeVectorIndices(text);
        expect(list.records !== undefined || list.drift.length > 0).toBe(true);
      }),
    );
  });

  test('returns exactly the result of JSON.parse', () => {
    fc.assert(
      fc.property(databaseTexts, (text) => {
        const { record } = decodeDatabase(text);
        if (record !== undefined) expect(JSON.stringify(record)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    fc.assert(
      fc.property(vectorIndicesTexts, (text) => {
        const elements = (JSON.parse(text) as unknown[]).map((element) => JSON.stringify(element));
        const { records = [], drift } = decodeVectorIndices(text);
        const left = drift.filter(
          ({ path, expected }) => /^\[\d+\](\.id)?$/.test(path) && /Object|identifier/.test(expected),
        );
        expect(elements.filter((_, at) => !left.some(({ path }) => path.startsWith(`[${at}]`)))).toEqual(
          records.map((record) => JSON.stringify(record)),
        );
      }),
    );
  });
});

describe('with a predecessor', () => {
  test('a database has the same record, drift and digits as in a first load', () => {
    fc.assert(
      fc.property(fc.array(databaseTexts, { minLength: 2, maxLength: 4 }), (texts) => {
        let previous = decodeDatabase(texts[0] ?? '').record;
        for (const text of [...texts, ...texts]) {
          const { record, drift } = decodeDatabase(text, previous);
          const first = decodeDatabase(text);
          expect(record && factsOf(record)).toEqual(first.record && factsOf(first.record));
          expect(drift).toEqual(first.drift);
          previous = record ?? previous;
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a list has the same records, drift and digits as in a first load', () => {
    fc.assert(
      fc.property(vectorIndicesTexts, vectorIndicesTexts, (one, other) => {
        const previous = decodeVectorIndices(one).records ?? [];
        for (const text of [other, one]) {
          const { records = [], drift } = decodeVectorIndices(text, previous);
          const first = decodeVectorIndices(text);
          expect(records.map(factsOf)).toEqual(first.records?.map(factsOf));
          expect(drift).toEqual(first.drift);
          expect(driftOf(records)).toEqual(first.drift);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('an equal answer returns the previous record', () => {
    fc.assert(
      fc.property(databaseTexts, databaseTexts, (one, other) => {
        const { record } = decodeDatabase(one, decodeDatabase(other).record);
        fc.pre(record !== undefined);
        expect(decodeDatabase(` ${one}\n`, record).record).toBe(record);
      }),
    );
  });

  test('an equal answer returns the previous list', () => {
    fc.assert(
      fc.property(vectorIndicesTexts, vectorIndicesTexts, (one, other) => {
        const { records = [] } = decodeVectorIndices(one, decodeVectorIndices(other).records);
        expect(decodeVectorIndices(` ${one}\n`, records).records).toBe(records);
      }),
    );
  });
});

test('an exact integer is the integer of an exact parser, or is not known', () => {
  fc.assert(
    fc.property(databaseTexts, (text) => {
      const { record } = decodeDatabase(text);
      fc.pre(record !== undefined);
      const expected = parseLosslessly(text) as Record<string, unknown>;
      for (const field of Object.keys(record)) {
        const exact = exactInt64(record, field as never);
        if (exact !== undefined) expect(exact).toBe(integerOf(expected[field]));
      }
    }),
    { numRuns: 1000 },
  );
});

/** All observable facts of a record: its JSON in any order of members, its drift and its digits. */
function factsOf(record: object) {
  return { json: canonical(record), drift: driftOf(record), digits: digitsOf(record) };
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : member,
  );
}

function digitsOf(record: object): Record<string, bigint | undefined> {
  const fields = Object.keys(record).toSorted();
  return Object.fromEntries(fields.map((field) => [`of ${field}`, exactInt64(record, field as never)]));
}

interface Literal {
  readonly literal: string;
}

function parseLosslessly(text: string): unknown {
  return parseExactly(text, null, {
    parseNumber: (literal): Literal => ({ literal }),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/** Reads an integer by rational arithmetic. An exact number is used as it is: JSON.parse has already rounded it. */
function integerOf(member: unknown): bigint | undefined {
  const literal = (member as Partial<Literal> | null)?.literal;
  if (typeof literal !== 'string') return undefined;
  const number = Number(literal);
  if (!Number.isInteger(number)) return undefined;
  if (Number.isSafeInteger(number)) return BigInt(number);
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = BigInt(exponent) - BigInt(fraction.length);
  const digits = BigInt(whole + fraction);
  if (shift >= 0n) return digits * 10n ** shift;
  return digits % 10n ** -shift === 0n ? digits / 10n ** -shift : undefined;
}
