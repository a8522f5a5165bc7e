import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson, stringifyExactJson } from '../../../src/service/shared/exact-json.js';

describe('parseExactJson and stringifyExactJson', () => {
  it('read and write any value as JSON does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(stringifyExactJson(value)).toBe(text);
        expect(stringifyExactJson(parseExactJson(text))).toBe(text);
      }),
    );
  });

  it('keep integers of any size, and other numbers as numbers', () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        const read = parseExactJson(`[${integer}]`) as [bigint | number];
        expect(BigInt(read[0])).toBe(integer);
        expect(typeof read[0]).toBe(Number.isSafeInteger(Number(integer)) ? 'number' : 'bigint');
        expect(stringifyExactJson(read)).toBe(`[${integer}]`);
      }),
    );
  });

  it('use the last of equal member names, and treat __proto__ as a name', () => {
    expect(parseExactJson('{"a":1,"a":{"b":2}}')).toEqual({ a: { b: 2 } });
    const read = parseExactJson('{"__proto__":{"polluted":1}}') as object;
    expect([Object.keys(read), (read as { polluted?: number }).polluted]).toEqual([['__proto__'], undefined]);
    expect(stringifyExactJson(read)).toBe('{"__proto__":{"polluted":1}}');
  });

  it('refuse values without a JSON form', () => {
    expect(() => stringifyExactJson(undefined)).toThrow(TypeError);
    expect(() => parseExactJson('{"a":01}')).toThrow(SyntaxError);
  });
});
