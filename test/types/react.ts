/*
 * The code that the compiler must accept or refuse, for the React binding. Nothing runs here: `npm run types`
 * fails when something above is refused, and when an error that is expected does not come.
 */
import { createElement } from 'react';
import {
  FleetProvider,
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useDatabases,
  useFleet,
  useFleetSummary,
  useLimits,
  usePollingStatus,
  useSuspenseDatabase,
  useTransitions,
  useVectorIndex,
  useVectorIndices,
  useView,
} from '../../src/bindings/react/index.js';
import type {
  Database,
  Entry,
  Fleet,
  FleetError,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  Transition,
} from '../../src/index.js';

type Same<A, B> = [A, B] extends [B, A] ? true : false;

declare function areSame(a: number, b: number): boolean;

export function itsFleetIsProvided(fleet: Fleet): void {
  void createElement(FleetProvider, { fleet }, 'a page');
  // @ts-expect-error without a fleet
  void createElement(FleetProvider, {}, 'a page');
}

export function answersHaveTheTypesOfTheCore(id: string | undefined): void {
  const known = useView(useFleet().databases.known);
  true satisfies Same<typeof known, readonly string[]>;
  const record = useDatabase(id);
  true satisfies Same<typeof record, Database | undefined>;
  const index = useVectorIndex(id);
  true satisfies Same<typeof index, IndexRecord | undefined>;
  useDatabases() satisfies readonly Database[];
  useVectorIndices() satisfies readonly IndexRecord[];
  useLimits('database', id) satisfies readonly LimitUsage[];
  useFleetSummary() satisfies FleetSummary;
  usePollingStatus() satisfies PollingStatus;
  useTransitions({ id, limit: 10 }) satisfies readonly Transition[];
  useTransitions() satisfies readonly Transition[];
  useSuspenseDatabase('a') satisfies Database;
  // @ts-expect-error a resource that is none
  useLimits('cache', id);
  // @ts-expect-error to wait for something, one has to know for what
  useSuspenseDatabase(id);
  // @ts-expect-error there may be no record
  useDatabase('a') satisfies Database;
}

export function thereIsAnEntryWhereThereIsAnId(id: string | undefined): void {
  useDatabaseEntry('a') satisfies Entry<Database>;
  useDatabaseEntry(id) satisfies Entry<Database> | undefined;
  useDatabaseEntry('a', ({ status }) => status) satisfies string;
  useDatabaseEntry(id, (entry) => entry?.status) satisfies string | undefined;
  // @ts-expect-error without an id there is none
  useDatabaseEntry(id) satisfies Entry<Database>;
  // @ts-expect-error nor has a selector one
  useDatabaseEntry(id, ({ status }) => status);
}

export function selectorsSayWhatIsShown(id: string): void {
  useDatabaseEntry(id, { keepPrevious: true }) satisfies Entry<Database>;
  useDatabase(id, (record) => record?.port ?? 0, Object.is, { keepPrevious: true }) satisfies number;
  // @ts-expect-error there may be no record, also with the previous one
  useDatabase(id, { keepPrevious: true }) satisfies Database;
  // @ts-expect-error a misspelt option
  useDatabase(id, { keepPrevios: true });
  const name = useDatabase(id, (record) => record?.database_name);
  true satisfies Same<typeof name, string | undefined>;
  useDatabases((records) => records.length, Object.is) satisfies number;
  useLimits('index', id, ([first]) => first?.ratio) satisfies number | undefined;
  usePollingStatus(({ state }) => state === 'paused') satisfies boolean;
  useFleetSummary(
    ({ worst }) => worst,
    (a, b) => a.length === b.length,
  ) satisfies readonly LimitUsage[];
  useView(useFleet().databases.field(id, 'state'), (state) => state === 'active') satisfies boolean;
  // @ts-expect-error a field that a record does not have
  useDatabase(id, (record) => record?.data_base_name);
  // @ts-expect-error selections are strings, which it does not take
  useDatabases((records) => String(records.length), areSame);
}

export function aHookOfAUserCanPassASelectorOn<Selected>(selector: (name: string) => Selected): Selected {
  // @ts-expect-error there may be no record, whatever the place of the result expects
  useView(useFleet().databases.record('a')) satisfies Database;
  return useDatabase('a', (record) => selector(record?.database_name ?? ''));
}

export function aCreationTellsItsEndByItsStatus(): void {
  const creation = useCreateDatabase();
  void creation.create({ database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' });
  if (creation.status === 'created') creation.database satisfies Database;
  if (creation.status === 'failed') creation.error satisfies FleetError;
  const { error, database } = creation;
  error satisfies FleetError | undefined;
  // @ts-expect-error before it is created there is no database
  database satisfies Database;
  // @ts-expect-error a request lacks its region
  void creation.create({ database_name: 'a', platform: 'aws' });
}
