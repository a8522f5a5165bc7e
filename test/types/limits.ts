/*
 * The catalogue of limits has exactly the fields that the schemas read as limits. Nothing runs here: `npm run types` fails
 * when a field is missing, misspelt, or too many. `catalogue.test.ts` compares the catalogue with api.md.
 */
import type { databaseSchema } from '../../src/core/records/database.js';
import type { int64Limit, numberLimit, numberLimitOrUnlimited } from '../../src/core/records/numbers.js';
import type { vectorIndexSchema } from '../../src/core/records/vector-index.js';
import type { DatabaseLimit, IndexLimit } from '../../src/core/records/limit-fields.js';
import { reportUsage, usageOf, type Fleet } from '../../src/index.js';
import type { Same } from './same.js';

/** The fields of a record whose schema is that of a limit. */
type FieldsOf<Entries, Limit> = {
  [Field in keyof Entries]: Entries[Field] extends Limit ? Field : never;
}[keyof Entries];

type DatabaseEntries = typeof databaseSchema.entries;
type IndexEntries = typeof vectorIndexSchema.entries;

export const catalogueCoversTheSchemas: {
  databases: Same<DatabaseLimit, FieldsOf<DatabaseEntries, typeof int64Limit>>;
  indices: Same<IndexLimit, FieldsOf<IndexEntries, typeof numberLimit | typeof numberLimitOrUnlimited>>;
} = { databases: true, indices: true };

export function usageIsReportedUnderTheNamesOfLimits(fleet: Fleet): void {
  usageOf(fleet, 'index', 'a').value?.max_vector_count?.used satisfies number | undefined;
  // @ts-expect-error a misspelt limit
  reportUsage(fleet, 'database', 'a', { db_max_client: 812 });
  // @ts-expect-error a limit of the other resource
  reportUsage(fleet, 'index', 'a', { db_max_clients: 812 });
  // @ts-expect-error a limit of the other resource
  void usageOf(fleet, 'index', 'a').value?.db_max_clients;
}
