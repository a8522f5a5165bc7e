import { expect, test } from 'vitest';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';

test('two JSON values differ when one of them is changed anywhere, and inherited members do not count', () => {
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
    [JSON.parse('{"__proto__":{"a":1}}'), {}],
    [JSON.parse('{"__proto__":{}}'), { x: 1 }],
    [JSON.parse('{"constructor":1}'), JSON.parse('{"toString":1}')],
  ];
  for (const [a, b] of pairs) {
    const copy: unknown = JSON.parse(JSON.stringify(a));
    expect([deepEqual(a, b), deepEqual(b, a), deepEqual(a, copy)]).toEqual([false, false, true]);
  }
});
