/* The types of the binding of Solid, as far as they differ from those in `react.ts`. Nothing runs here. */
import type { Accessor } from 'solid-js';
import {
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useFleet,
  useFleetSummary,
  useLimits,
  useTransitions,
  useVectorIndex,
  useView,
  type DatabaseEntry,
  type MaybeAccessor,
} from '../../src/bindings/solid/index.js';
import type { Database, FleetError, IndexRecord, LimitUsage, Transition } from '../../src/index.js';

export function idsAreValuesOrAccessors(props: { readonly id: string; readonly maybe: string | undefined }): void {
  useDatabase('a') satisfies Accessor<Database | undefined>;
  useDatabase(() => props.maybe) satisfies Accessor<Database | undefined>;
  useVectorIndex(undefined) satisfies Accessor<IndexRecord | undefined>;
  useLimits('index', () => props.id) satisfies Accessor<readonly LimitUsage[]>;
  useLimits(() => 'database' as const, props.id) satisfies Accessor<readonly LimitUsage[]>;
  useTransitions({ id: () => props.maybe, limit: 10 }) satisfies Accessor<readonly Transition[]>;
  (() => props.id) satisfies MaybeAccessor<string>;
  // @ts-expect-error an id is a string
  useDatabase(() => 1);
  // @ts-expect-error there are databases and indices
  useLimits('cluster', 'a');
}

export function entriesAreThereWhereIdsAre(props: { readonly id: string; readonly maybe: string | undefined }): void {
  useDatabaseEntry(() => props.id) satisfies Accessor<DatabaseEntry>;
  // @ts-expect-error without an id there is none
  useDatabaseEntry(() => props.maybe) satisfies Accessor<DatabaseEntry>;
}

export function selectorsDecideOnTheType(): void {
  useDatabase('a', { select: (record) => record?.state ?? 'none' }) satisfies Accessor<string>;
  useView(useFleet().databases.known, { select: (ids) => ids.length }) satisfies Accessor<number>;
  useView(() => useFleet().databases.field('a', 'port')) satisfies Accessor<number | undefined>;
}

export function answersAreAccessors(): void {
  // @ts-expect-error it is to be called
  void useFleetSummary().worst;
}

export function creationsAreReadByTheirMembers(): void {
  const creation = useCreateDatabase();
  creation.error satisfies FleetError | undefined;
  creation.data satisfies Database | undefined;
  // @ts-expect-error a request is closed
  creation.create({ database_name: 'a', platform: 'azure', primary_region: 'eu-west-1' });
  // @ts-expect-error it is what the fleet says
  creation.status = 'idle';
}
