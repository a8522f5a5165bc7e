import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';

const json = fc.jsonValue({ maxDepth: 4 });
const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('two JSON values', () => {
  test('are equal exactly if `isDeepStrictEqual` of Node accepts them', () => {
    // JSON has one zero.
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [left, right] = [clone(a), clone(b)];
        expect(deepEqual(left, right)).toBe(isDeepStrictEqual(left, right));
        expect(deepEqual(right, left)).toBe(deepEqual(left, right));
      }),
    );
  });

  test('differ when one of them is changed anywhere', () => {
    const pairs: [unknown, unknown][] = [
      [{ a: { b: [1, { c: null }] } }, { a: { b: [1, { c: 0 }] } }],
      [{ a: { b: [1, { c: null }] } }, { a: { b: [1, {}] } }],
      [{ a: { b: [1] } }, { a: { b: [1, 2] } }],
      [{ a: 1 }, { b: 1 }],
      [{ a: 1 }, { a: 1, b: undefined }],
      [[], {}],
      [{ 0: 'a', length: 1 }, ['a']],
      [null, {}],
      [0, ''],
    ];
    for (const [a, b] of pairs) expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([false, false]);
  });

  test('are not equal by inherited members', () => {
    const text = '{"__proto__":{"a":1},"toString":1}';
    expect(deepEqual(JSON.parse(text), JSON.parse(text))).toBe(true);
    expect(deepEqual(JSON.parse('{"__proto__":{"a":1}}'), {})).toBe(false);
    expect(deepEqual({}, JSON.parse('{"__proto__":{"a":1}}'))).toBe(false);
    expect(deepEqual(JSON.parse('{"constructor":1}'), JSON.parse('{"toString":1}'))).toBe(false);
  });
});
