/*
 * The catalogue of limits has exactly the fields that the schemas read as limits. Nothing runs here: `npm run types` fails
 * when a field is missing, misspelt, or too many. `catalogue.test.ts` compares the catalogue with api.md.
 */
import type { databaseSchema } from '../../src/core/records/database.js';
import type { int64Limit, numberLimit, numberLimitOrUnlimited } from '../../src/core/records/numbers.js';
import type { vectorIndexSchema } from '../../src/core/records/vector-index.js';
import type { DatabaseLimit, IndexLimit } from '../../src/core/records/limit-fields.js';
import { limitUsage, type LimitUsage } from '../../src/core/limits/limit-usage.js';
import type { Fleet } from '../../src/core/fleet/fleet.js';
import { reportUsage } from '../../src/core/limits/report-usage.js';
import { usageOf } from '../../src/core/limits/usage.js';
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
  reportUsage(fleet, 'database', 'a', { db_max_clients: 812 }, { at: 0, source: 'me' });
  usageOf(fleet, 'index', 'a').value?.max_vector_count?.used satisfies number | undefined;
  // @ts-expect-error a misspelt limit
  reportUsage(fleet, 'database', 'a', { db_max_client: 812 });
  // @ts-expect-error a limit of the other resource
  reportUsage(fleet, 'index', 'a', { db_max_clients: 812 });
  // @ts-expect-error a limit of the other resource
  void usageOf(fleet, 'index', 'a').value?.db_max_clients;
  // @ts-expect-error budget is no limit
  reportUsage(fleet, 'database', 'a', { budget: 5 });
}

export function thresholdsAreForLimits(): void {
  limitUsage(
    undefined,
    { db_max_clients: 1, max_vector_count: { used: 1, at: 0 } },
    { overrides: { db_max_clients: {} } },
  );
  // @ts-expect-error a misspelt limit
  limitUsage(undefined, {}, { overrides: { db_max_client: { warning: 0.5 } } });
}

export function aStatusSaysWhichMembersALimitHas(usage: LimitUsage): void {
  const { status } = usage;
  status satisfies 'unknown' | 'unlimited' | 'ok' | 'warning' | 'critical' | 'exceeded';
  if (usage.status === 'exceeded' || usage.status === 'ok') {
    usage.limit satisfies number;
    usage.used satisfies number;
    usage.ratio satisfies number;
    usage.remaining satisfies number;
    usage.observedAt satisfies number | undefined;
    usage.exhaustsAt satisfies number | undefined;
  }
  if (usage.status === 'unlimited') {
    usage.limit satisfies 'unlimited';
    usage.used satisfies number | undefined;
    usage.ratio satisfies undefined;
  }
  if (usage.status === 'unknown') {
    usage.limit satisfies number | undefined;
    usage.remaining satisfies undefined;
  }
  // A known share implies a known limit and use, as the status does.
  if (usage.ratio !== undefined) usage.remaining satisfies number;
  // @ts-expect-error the use of a limit may not be known
  usage.used satisfies number;
  // @ts-expect-error an unlimited amount has no share
  if (usage.status === 'unlimited') usage.ratio satisfies number;
  // @ts-expect-error there may be no limit, or none that is known
  usage.limit satisfies number;
}

const usageFacts = {
  resource: 'database',
  id: 'a',
  name: 'Connections',
  field: 'db_max_clients',
  unit: 'connections',
  kind: 'level',
} as const;

export const limitUsages: readonly LimitUsage[] = [
  { ...usageFacts, status: 'ok', limit: 10, used: 1, ratio: 0.1, remaining: 9 },
  { ...usageFacts, status: 'unlimited', limit: 'unlimited', used: 1 },
  { ...usageFacts, status: 'unknown', limit: undefined },
  // @ts-expect-error a limit that is reached has a use
  { ...usageFacts, status: 'exceeded', limit: 10 },
  // @ts-expect-error what has no limit is not exceeded
  { ...usageFacts, status: 'exceeded', limit: 'unlimited', used: 1, ratio: 1, remaining: 0 },
];
