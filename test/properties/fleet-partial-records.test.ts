import { activityOf, limitsOf, limitSummaryOf, reportUsage, throughputOf, transitionsOf } from '../../src/index.js';
import fc from 'fast-check';
import type { Observable } from 'rxjs';
import { expect, test } from 'vitest';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { atRest, inState, isActive } from '../../src/core/records/database-state.js';
import { createFleetUnderTest } from '../core/fleet/fleet-under-test.js';
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

test('no view, selector, limit or transition throws for records with any fields removed or mistyped', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (answers) => {
      const { fleet, service, errors, advance } = createFleetUnderTest({ polling: { cadence: () => Infinity } });
      const { databases: stored, indices } = fleet;
      const fields = [...document.database.map(({ name }) => name), '__proto__'];
      const views: Observable<unknown>[] = [
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
      for (const view of views) view.subscribe();
      for (const [turn, { database, index }] of answers.entries()) {
        service.respond(({ operation }) => ({ json: operation === 'list' ? [index] : database }));
        // Only the id is required, so nothing here can fail.
        const [record] = await Promise.all([stored.refresh('x'), indices.refresh()]);
        expect(JSON.parse(JSON.stringify(record))).toEqual(record);
        reportUsage(fleet, 'database', 'x', { db_max_clients: turn, db_memory_threshold: turn });
        reportUsage(fleet, 'index', 'x', { max_vector_count: turn, max_daily_queries: turn });
        // The summary follows at most once a second.
        await advance(1000);
        expect(limitsOf(fleet, 'database', 'x').value).toHaveLength(12);
        expect(limitsOf(fleet, 'index', 'x').value).toHaveLength(9);
        expect(limitSummaryOf(fleet).value).toMatchObject({ databases: 1, indices: 1 });
        expect(stored.entry('x').value.status).toBe('fresh');
      }
      fleet.dispose();
      expect(errors).toEqual([]);
    }),
    { numRuns: scaled({ short: 50, long: 1000 }) },
  );
}, 120_000);
