import { activityOf, limitsOf, limitSummaryOf, reportUsage, throughputOf, transitionsOf } from '../../src/index.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { atRest, inState, isActive } from '../../src/core/records/database-state.js';
import type { View } from '../../src/core/store/view.js';
import { scaled } from '../support/scale.js';
import { document } from '../contract/api-document.js';
import { databases, vectorIndices, type JsonObject } from '../contract/document-arbitraries.js';

/** Values that may replace any value. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'x', 0, -1, -5, 2 ** 60, true, [], {}, [null], [[]], { x: null }, '__proto__'),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A record with any fields except its id removed or mistyped. */
function partial(records: fc.Arbitrary<JsonObject>, idField: string): fc.Arbitrary<JsonObject> {
  return records.chain((record) => {
    const fields = Object.keys(record).filter((field) => field !== idField);
    const change = fc.record({
      field: fc.constantFrom(...fields, '__proto__', 'constructor', 'new'),
      value: fc.option(odd, { nil: undefined }),
    });
    return fc.array(change, { maxLength: 40 }).map((changes) => {
      const entries = new Map(Object.entries(record));
      for (const { field, value } of changes)
        if (value === undefined) entries.delete(field);
        else entries.set(field, value);
      return Object.fromEntries([...entries, [idField, 'x']]);
    });
  });
}

const pairs = fc.array(
  fc.record({ database: partial(databases, 'database_id'), index: partial(vectorIndices, 'id') }),
  { minLength: 1, maxLength: 4 },
);

let monotonicMs = 0;
/** Without timers. The summary follows at most once a second, so each reading is a second later. */
const timeless = { now: () => 1_800_000_000_000, monotonic: () => (monotonicMs += 1000), schedule: () => () => {} };

test('no view, selector, limit or transition throws for records with any fields removed or mistyped', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (answers) => {
      const errors: unknown[] = [];
      let turn = 0;
      const fleet = createFleet({
        baseUrl: 'https://api.example.com',
        clock: timeless,
        polling: { perSecond: 1e6, burst: 1e6, cadence: () => Infinity },
        onError: (error) => void errors.push(error),
        async fetch(url) {
          const { database, index } = answers[turn] ?? {};
          return Response.json(url.endsWith('/vector/index') ? [index] : database);
        },
      });
      using _ = fleet;
      const { databases: stored, indices } = fleet;
      const fields = [...document.database.map(({ name }) => name), '__proto__'];
      const views = [
        stored.all,
        stored.entry('x'),
        ...fields.map((field) => stored.field('x', field as 'state')),
        stored.select('x', (record) => record && [atRest(record), isActive(record), inState('active')(record)]),
        stored.select(
          'x',
          (record) => record && document.databaseLimits.map((field) => exactInt64(record, field as 'port')),
        ),
        indices.all,
        indices.entry('x'),
        indices.select('x', (record) => record && throughputOf(record)),
        limitsOf(fleet, 'database', 'x'),
        limitsOf(fleet, 'index', 'x'),
        limitSummaryOf(fleet),
        transitionsOf(fleet),
        activityOf(fleet),
      ];
      const notified: unknown[] = [];
      for (const view of views) (view as View<unknown>).subscribe((value) => void notified.push(value));
      for (turn = 0; turn < answers.length; turn++) {
        // Only the id is required, so nothing here can fail.
        const [record] = await Promise.all([stored.refresh('x'), indices.refresh()]);
        expect(JSON.parse(JSON.stringify(record))).toEqual(record);
        reportUsage(fleet, 'database', 'x', { db_max_clients: turn, db_memory_threshold: turn });
        reportUsage(fleet, 'index', 'x', { max_vector_count: turn, max_daily_queries: turn });
        for (const view of views) void (view as View<unknown>).value;
        expect(limitsOf(fleet, 'database', 'x').value).toHaveLength(12);
        expect(limitsOf(fleet, 'index', 'x').value).toHaveLength(9);
        expect(limitSummaryOf(fleet).value).toMatchObject({ databases: 1, indices: 1 });
        expect(stored.entry('x').value.status).toBe('fresh');
      }
      expect(errors).toEqual([]);
    }),
    { numRuns: scaled({ short: 50, long: 1000 }) },
  );
}, 120_000);
