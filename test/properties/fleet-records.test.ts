import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../src/core/records/database.js';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { driftOf } from '../../src/core/records/drift-of.js';
import { createFleetUnderTest } from '../core/fleet/fleet-under-test.js';

const CANARY = 'CANARY-3b1f7c';

/** Members of an answer. Each may be there or not, in any order, with or without a credential in it. */
const members = fc.uniqueArray(
  fc.constantFrom<[name: string, value: string]>(
    ['state', '"active"'],
    ['state', '"suspended"'],
    ['db_request_limit', '5'],
    ['db_request_limit', '9007199254740992'],
    ['db_request_limit', '9007199254740993'],
    ['db_memory_threshold', '9223372036854775807'],
    ['rest_token', `"${CANARY}"`],
    ['password', `{"of":"${CANARY}"}`],
    ['access', '{"by":[1,{"x":"y"}]}'],
    ['access', `{"by":[1,{"x":"y"}],"a_secret":"${CANARY}"}`],
    ['access', `{"by":[1,{"session_token":"${CANARY}","x":"y"}]}`],
    ['access', '{"by":[1,{"x":"z"}]}'],
    // Differs from the limits above: a number that equals a secret is masked.
    ['list', `[{"a":{}},{"my_password":9007199254740995}]`],
    ['list', '[{"a":{}},{}]'],
    ['__proto__', '{"x":[]}'],
  ),
  { selector: ([name]) => name, maxLength: 8, size: 'max' },
);

type Members = typeof members extends fc.Arbitrary<infer T> ? T : never;

const textOf = (list: Members): string =>
  `{${[['database_id', '"a"'], ...list].map(([name, value]) => `"${name}":${value}`).join()}}`;

/** The parts of an answer that may be shown. */
function shownOf(text: string): object {
  const without = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([field]) => !/_token$|_secret$|password$/.test(field)));
  };
  return JSON.parse(text, without) as object;
}

const digitsIn = (text: string): string[] =>
  ['db_request_limit', 'db_memory_threshold'].map((field) => new RegExp(`"${field}":(\\d+)`).exec(text)?.[1] ?? '');

test('for any answers, the record of a database is the last answer without credentials, and keeps its reference', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(members, { minLength: 1, maxLength: 8 }), async (answers) => {
      const { fleet, service } = createFleetUnderTest({ polling: { perSecond: 1e6, burst: 1e6 } });
      fleet.polling.pause();
      const { databases } = fleet;
      const notified: (Database | undefined)[] = [];
      databases.record('a').subscribe((record) => notified.push(record));
      let before: { record: Database; text: string } | undefined;
      let changes = 0;
      for (const list of answers) {
        const text = textOf(list);
        service.respond(() => new Response(text, { headers: { 'content-type': 'application/json' } }));
        const record = await databases.refresh('a');
        const shown = shownOf(text);
        expect(isDeepStrictEqual(record, shown)).toBe(true);
        expect(digitsIn(text).map((digits) => (digits === '' ? undefined : BigInt(digits)))).toEqual([
          exactInt64(record, 'db_request_limit'),
          exactInt64(record, 'db_memory_threshold'),
        ]);
        // Other digits of the same number change no record: `exactInt64` above returns those of the last answer.
        const isSame = before !== undefined && isDeepStrictEqual(shownOf(before.text), shown);
        expect(record === before?.record).toBe(isSame);
        for (const field of ['access', 'list', '__proto__']) {
          const [now, then] = [record, before?.record].map(
            (of) => of && (Object.getOwnPropertyDescriptor(of, field)?.value as unknown),
          );
          if (now !== undefined && isDeepStrictEqual(now, then)) expect(now).toBe(then);
        }
        if (!isSame) changes += 1;
        expect(notified).toHaveLength(1 + changes);
        const known = [databases.entry('a').value, databases.all.value, driftOf(record)];
        expect(serialize(known).includes('CANARY')).toBe(false);
        before = { record, text };
      }
      fleet.dispose();
    }),
    { numRuns: 300 },
  );
});
