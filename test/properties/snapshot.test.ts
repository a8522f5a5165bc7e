import { dehydrate, limitsOf, limitSummaryOf } from '../../src/index.js';
import fc from 'fast-check';
import type { Database } from '../../src/index.js';
import { expect, test } from 'vitest';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import type { FleetOptions } from '../../src/core/fleet/fleet-options.js';
import type { FleetSnapshot } from '../../src/core/fleet/fleet-snapshot.js';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import { hydrate } from '../../src/core/fleet/snapshot.js';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { parseApiDocument } from '../contract/api-document.js';
import { databases, vectorIndices, type JsonObject } from '../contract/document-arbitraries.js';

const document = parseApiDocument();

/** Records with any other JSON, and integers that a number cannot represent. */
function odd(records: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON', 'db_request_limit'));
  const more = fc.array(fc.tuple(names, fc.jsonValue({ maxDepth: 3 })), { maxLength: 5 });
  return fc
    .tuple(more, records)
    .map(([members, record]) => Object.fromEntries([...members, ...Object.entries(record)]) as JsonObject);
}

const digits = fc.bigInt(2n ** 53n, 2n ** 63n - 1n);
const answers = fc.record({ database: odd(databases(document)), index: odd(vectorIndices(document)), limit: digits });

const ID = 'id-of-the-record';
const still = { now: () => 1_800_000_000_000, monotonic: () => 1, schedule: () => () => {} };

const create = (options: Partial<FleetOptions>): Fleet =>
  createFleet({
    baseUrl: 'https://api.example.com',
    clock: still,
    polling: { perSecond: 1e6, burst: 1e6 },
    ...options,
  });

const show = (fleet: Fleet): unknown => ({
  entries: [fleet.databases.entry(ID).value, fleet.indices.entry(ID).value],
  all: [fleet.databases.all.value, fleet.indices.all.value],
  limits: [limitsOf(fleet, 'database', ID).value, limitsOf(fleet, 'index', ID).value, limitSummaryOf(fleet).value],
});

test('a fleet with the snapshot of another shows the same, for any answers of the service', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async ({ database, index, limit }) => {
      const text = JSON.stringify({ ...database, db_request_limit: 0 }).replace(/(db_request_limit":)0/, `$1${limit}`);
      const headers = { 'content-type': 'application/json' };
      const fetch = async (url: string): Promise<Response> =>
        url.endsWith('/index') ? Response.json([index]) : new Response(text, { headers });
      using server = create({ fetch });
      server.databases.add(ID);
      await Promise.all([server.databases.refresh(ID), server.indices.refresh()]);
      using page = create({ fetch });
      hydrate(page, JSON.parse(JSON.stringify(dehydrate(server))) as FleetSnapshot);
      // Values that differ only as JavaScript numbers, such as -0, are equal in JSON.
      expect(JSON.parse(JSON.stringify(show(page), exactly))).toEqual(
        JSON.parse(JSON.stringify(show(server), exactly)),
      );
      // Only an answer has the digits of a rounded integer.
      const { db_request_limit: requests } = page.databases.record(ID).value as Database;
      expect(exactInt64(page.databases.record(ID).value as Database, 'db_request_limit')).toBe(
        Number.isSafeInteger(requests) ? BigInt(requests) : undefined,
      );
      const [record, indexRecord] = [page.databases.record(ID).value, page.indices.record(ID).value];
      await Promise.all([page.databases.refresh(ID), page.indices.refresh()]);
      expect(page.databases.record(ID).value).toBe(record);
      expect(page.indices.record(ID).value).toBe(indexRecord);
    }),
    { numRuns: 200 },
  );
}, 60_000);

function exactly(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

test('hydrate restores any value given as a snapshot, or throws invalid-request', () => {
  const entry = fc.record({
    id: fc.oneof(fc.string(), fc.constant('a')),
    status: fc.constantFrom('fresh', 'stale', 'missing', 'x'),
    record: fc.oneof(fc.jsonValue(), fc.record({ database_id: fc.constant('a'), id: fc.constant('a') })),
    digits: fc.jsonValue(),
    confirmedAt: fc.oneof(fc.integer(), fc.double(), fc.constant(undefined)),
  });
  const snapshot = fc.record({
    format: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.jsonValue() }),
    added: fc.oneof(fc.array(fc.constantFrom('a', 'b', '__proto__')), fc.jsonValue()),
    databases: fc.array(entry, { maxLength: 2 }),
    indices: fc.array(entry, { maxLength: 2 }),
    usage: fc.oneof(fc.constant([]), fc.array(fc.jsonValue())),
  });
  fc.assert(
    fc.property(fc.oneof(snapshot, fc.anything()), (given) => {
      const errors: unknown[] = [];
      try {
        using fleet = create({ onError: (error) => errors.push(error) });
        hydrate(fleet, given as FleetSnapshot);
        show({ ...fleet, databases: { ...fleet.databases, record: () => ({ value: {} }) } } as unknown as Fleet);
      } catch (error) {
        expect(error).toBeInstanceOf(FleetError);
        expect(error).toMatchObject({ code: 'invalid-request' });
      }
      expect(errors).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
