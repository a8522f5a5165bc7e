/*
 * The code that the compiler must accept or refuse, for the React binding. Nothing runs here: `npm run types`
 * fails when something above is refused, and when an error that is expected does not come.
 */
import {
  useCreateDatabase,
  useDatabase,
  useDatabaseEntries,
  useDatabaseEntry,
  useDatabases,
  useFleet,
  useFleetSummary,
  useLimits,
  usePollingStatus,
  useSuspenseDatabase,
  useTransitions,
  useVectorIndex,
  useView,
  type DatabaseEntry,
} from '../../src/bindings/react/index.js';
import type {
  CreateDatabaseRequest,
  Database,
  Entry,
  FleetError,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  Transition,
} from '../../src/index.js';
import { expectSame } from './same.js';

declare function areSame(a: number, b: number): boolean;

export function answersHaveTheTypesOfTheCore(id: string | undefined): void {
  const known = useView(useFleet().databases.known);
  expectSame<typeof known, readonly string[]>(true);
  const record = useDatabase(id);
  expectSame<typeof record, Database | undefined>(true);
  const index = useVectorIndex(id);
  expectSame<typeof index, IndexRecord | undefined>(true);
  useDatabases() satisfies readonly Database[];
  useLimits('database', id) satisfies readonly LimitUsage[];
  useFleetSummary() satisfies FleetSummary;
  usePollingStatus() satisfies PollingStatus;
  useTransitions({ id, limit: 10 }) satisfies readonly Transition[];
  useSuspenseDatabase('a') satisfies Database;
  // @ts-expect-error an unknown kind of resource
  useLimits('cache', id);
  // @ts-expect-error a component cannot wait without an id
  useSuspenseDatabase(id);
  // @ts-expect-error there may be no record
  useDatabase('a') satisfies Database;
}

export function thereIsAnEntryWhereThereIsAnId(id: string | undefined): void {
  useDatabaseEntry('a') satisfies Entry<Database>;
  useDatabaseEntry(id) satisfies Entry<Database> | undefined;
  useDatabaseEntry('a', { select: ({ status }) => status }) satisfies string;
  useDatabaseEntry(id, { select: (entry) => entry?.status }) satisfies string | undefined;
  // @ts-expect-error without an id there is none
  useDatabaseEntry(id) satisfies Entry<Database>;
}

export function selectorsSayWhatIsShown(id: string): void {
  useDatabaseEntry(id, { keepPrevious: true }) satisfies Entry<Database>;
  useDatabase(id, { everyMs: 5000, passive: false }) satisfies Database | undefined;
  // @ts-expect-error the list of indices has one pace
  useVectorIndex(id, { everyMs: 5000 });
  useDatabases([id], { select: ([first]) => first?.port }) satisfies number | undefined;
  useDatabaseEntries([id]) satisfies readonly DatabaseEntry[];
  useDatabaseEntries([id], { select: (all) => all.map(({ status }) => status) }) satisfies readonly string[];
  void (useDatabaseEntry(id).refetch() satisfies Promise<void>);
  useDatabase(id, { select: (record) => record?.port ?? 0, equals: Object.is, keepPrevious: true }) satisfies number;
  // @ts-expect-error there may be no record, also with the previous one
  useDatabase(id, { keepPrevious: true }) satisfies Database;
  // @ts-expect-error a misspelt option
  useDatabase(id, { keepPrevios: true });
  const name = useDatabase(id, { select: (record) => record?.database_name });
  expectSame<typeof name, string | undefined>(true);
  // @ts-expect-error `equals` compares numbers, but the selections are strings
  useDatabases(undefined, { select: (records) => String(records.length), equals: areSame });
}

export function aHookOfAUserCanPassASelectorOn<Selected>(selector: (name: string) => Selected): Selected {
  // @ts-expect-error there may be no record, whatever the place of the result expects
  useView(useFleet().databases.record('a')) satisfies Database;
  return useDatabase('a', { select: (record) => selector(record?.database_name ?? '') });
}

export function aCreationTellsItsEndByItsStatus(): void {
  const creation = useCreateDatabase();
  const request = { database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' } as const;
  creation.create(request);
  if (creation.status === 'success') creation.data satisfies Database;
  if (creation.status === 'error') creation.error satisfies FleetError;
  const { error, data, variables } = creation;
  error satisfies FleetError | undefined;
  variables satisfies CreateDatabaseRequest | undefined;
  // @ts-expect-error before it is created there is no database
  data satisfies Database;
  // @ts-expect-error `create` returns nothing: `createAsync` does
  creation.create(request) satisfies Promise<Database>;
  void (creation.createAsync(request) satisfies Promise<Database>);
  // @ts-expect-error a misspelt callback
  useCreateDatabase({ onSucces: () => {} });
}
