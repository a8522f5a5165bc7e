import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { decodeDatabase } from '../../../src/core/records/decode.js';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import { driftOf } from '../../../src/core/records/drift-of.js';
import { secretValues, splitCredentials } from '../../../src/core/records/split-credentials.js';
import { recordOf } from './record-of.js';

const names = fc.constantFrom('password', 'rest_token', 'API_SECRET', 'token', 'state', 'nested', 'port', '__proto__');

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: fc.constantFrom<unknown>('canary', 7, null, 9007199254740992) },
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

const answers = fc
  .dictionary(names, value, { maxKeys: 4 })
  .map((members) => `{"database_id":"a",${JSON.stringify(members).slice(1)}`);
const textOf = (text: string): string => text.replace(/,}$/, '}');

test('splitCredentials gives the same result with and without an earlier response', () => {
  fc.assert(
    fc.property(fc.array(answers.map(textOf), { minLength: 2, maxLength: 6 }), (texts) => {
      let previous: Database | undefined;
      for (const text of [...texts, ...texts]) {
        const answer = recordOf(decodeDatabase(text, previous));
        // The second call knows the record of the first.
        for (const split of [splitCredentials(answer), splitCredentials(answer)]) {
          const alone = splitCredentials(JSON.parse(text) as Database);
          expect(split).toEqual(alone);
          expect(JSON.stringify(split.record)).not.toMatch(/"(?:password|rest_token|API_SECRET|token)":/);
          expect(split.credentials === undefined).toBe(split.record === answer);
          previous = split.record;
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('splitCredentials keeps drift and exact digits, except of credentials', () => {
  const answer = recordOf(
    decodeDatabase('{"database_id":"a","password":9007199254740995,"db_request_limit":9007199254740993}'),
  );
  const { record } = splitCredentials(answer);
  expect(exactInt64(record, 'db_request_limit')).toBe(9007199254740993n);
  expect(exactInt64(record, 'password' as never)).toBeUndefined();
  expect(driftOf(record)).toEqual(driftOf(answer));
});

test('splitCredentials masks strings with a removed number, or with a known credential', () => {
  const digits = 8024278031528736;
  expect(splitCredentials({ pin_token: digits, note: `x ${digits}` }).record).toEqual({ note: '[redacted]' });
  const answer = { note: 'x zq4f9d1c7ab2e8', port: 1 };
  const { record } = splitCredentials(answer);
  for (const known of [[], ['hunter2-x']]) expect(splitCredentials(record, known).record).toBe(answer);
  expect(splitCredentials(record, ['zq4f9d1c7ab2e8']).record).toEqual({ note: '[redacted]', port: 1 });
});

test('splitCredentials finds what an answer shares with one that still has its credentials', () => {
  const text = '{"database_id":"a","password":"CANARY"}';
  const before = recordOf(decodeDatabase(text));
  const answer = recordOf(decodeDatabase(text.replace('}', ',"port":1}'), before));
  expect(splitCredentials(answer)).toEqual({
    record: { database_id: 'a', port: 1 },
    credentials: { password: 'CANARY' },
  });
});

test('secretValues lists texts and numbers, and of objects only those of credential fields', () => {
  expect(secretValues()).toEqual([]);
  const access = { region: 'us', port: 5, nested: { token: 'not named' }, password: ['b', { token: 7, name: 'x' }] };
  expect(secretValues({ token: 'a', access, secret: null, pass: true })).toEqual(['a', 'b', '7']);
});

test('splitCredentials keeps a field named `__proto__`', () => {
  const text = '{"database_id":"a","password":"CANARY","__proto__":{"state":"active"}}';
  const { record } = splitCredentials(JSON.parse(text) as Database);
  expect(JSON.stringify(record)).toBe('{"database_id":"a","__proto__":{"state":"active"}}');
  expect(record.state).toBeUndefined();
});
