import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCredentialField } from '../../src/core/records/credential-fields.js';
import { splitCredentials } from '../../src/core/records/split-credentials.js';
import { cutFields } from '../../src/proxy/cut-fields.js';

describe('cutFields', () => {
  test.each([
    ['at the beginning', '{"password":"x","a":1}', '{"a":1}'],
    ['in the middle', '{"a":1,"rest_token":"x","b":2}', '{"a":1,"b":2}'],
    ['at the end', '{"a":1,"read_only_token":"x"}', '{"a":1}'],
    ['alone', '{"token":"x"}', '{}'],
    ['in any case', '{"TOKEN":"x","Client_Secret":"x","adminPassword":"x"}', '{}'],
    ['in any spelling', '{"restToken":"x","secret":"x","api-key":"x","tokens":["x"],"connection_string":"x"}', '{}'],
    ['a member named credentials', '{"credentials":{"user":"x"},"primary_key":1,"PWD":"x"}', '{"primary_key":1}'],
    ['in an object', '{"a":{"b":{"password":"x","c":3}}}', '{"a":{"b":{"c":3}}}'],
    ['in a list of lists', '[[{"token":"x"},1],{"a":[{"token":"x"}]}]', '[[{},1],{"a":[{}]}]'],
    ['whose value is an object', '{"token":{"value":"x","more":[1,{"y":"}"}]},"a":1}', '{"a":1}'],
    ['whose name is written in escapes', String.raw`{"pass\u0077ord":"x","a":1}`, '{"a":1}'],
    ['with duplicate names', '{"token":"x","token":"y","a":1}', '{"a":1}'],
    ['in a member that a later duplicate replaces', '{"a":{"password":"x"},"a":{}}', '{"a":{},"a":{}}'],
    ['between spaces', ' {\n "a" : 1 ,\t"token" : "x" } ', '{"a":1}'],
    [
      'after strings that contain delimiters',
      String.raw`{"a":"\"},{","token":"x","b":"]\\"}`,
      String.raw`{"a":"\"},{","b":"]\\"}`,
    ],
  ])('removes credentials: %s', (_, text, stripped) => {
    expect(cutFields(text)).toBe(stripped);
  });

  test.each([
    '{"tokenizer":1,"secretary":2,"password_hint":3,"a":"token"}',
    '{"":[],"x":{}}',
    '"password"',
    '[]',
    '{}',
    '7',
  ])('does not change a text without credentials: %s', (text) => {
    expect(cutFields(text)).toBe(text);
  });

  test('keeps the notation of every number', () => {
    const text = '{"db_request_limit":9223372036854775807,"x":1.0,"y":1e400,"z":-0,"password":"x"}';
    expect(cutFields(text)).toBe('{"db_request_limit":9223372036854775807,"x":1.0,"y":1e400,"z":-0}');
    const plain = '{"db_request_limit": 9223372036854775807}';
    expect(cutFields(plain)).toBe(plain);
  });

  test('refuses a text that is nested too deeply', () => {
    const deep = (levels: number, inside: string): string => '{"a":'.repeat(levels) + inside + '}'.repeat(levels);
    expect(cutFields(deep(30, '{"token":1}'))).toBe(deep(30, '{}'));
    expect(() => cutFields(deep(100_000, '{"token":1}'))).toThrow('nested too deeply');
  });

  const name = fc.oneof(fc.string(), fc.constantFrom('token', 'password', 'x_token', 'MY_SECRET', 'tokens', 'a'));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(true, null, 'token', '{"token":1}'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  }));

  test('keeps all other members in their order', () => {
    const withoutCredentials = (of: unknown): unknown => {
      if (Array.isArray(of)) return of.map(withoutCredentials);
      if (typeof of !== 'object' || of === null) return of;
      const kept = Object.entries(of).filter(([field]) => !isCredentialField(field));
      return Object.fromEntries(kept.map(([field, member]) => [field, withoutCredentials(member)]));
    };
    fc.assert(
      fc.property(value, fc.constantFrom('', ' ', '\n\t'), (given, space) => {
        const text = JSON.stringify(given, null, space);
        const stripped = cutFields(text);
        expect(stripped.replaceAll(/\s/g, '')).toBe(
          JSON.stringify(withoutCredentials(JSON.parse(text))).replaceAll(/\s/g, ''),
        );
        JSON.parse(stripped);
      }),
    );
  });

  test('leaves no member that splitCredentials treats as a credential', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), (given) => {
        const record = JSON.parse(cutFields(JSON.stringify(given))) as object;
        expect(splitCredentials(record).credentials).toBeUndefined();
      }),
    );
  });
});
