/*
 * The code that the compiler must accept or refuse, for the Angular binding. Nothing runs here: `npm run types`
 * fails when something above is refused, and when an error that is expected does not come.
 */
import { input, type EnvironmentProviders, type Injector, type Signal, type WritableSignal } from '@angular/core';
import {
  injectCreateDatabase,
  injectDatabase,
  injectDatabaseEntry,
  injectDatabases,
  injectFleet,
  injectFleetSummary,
  injectLimits,
  injectPollingStatus,
  injectTransitions,
  injectVectorIndex,
  injectVectorIndices,
  injectView,
  provideFleet,
  type DatabaseEntry,
} from '../../src/bindings/angular/index.js';
import type {
  Database,
  Fleet,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  ResourceKind,
  Transition,
} from '../../src/index.js';

const id = input.required<string>();
const maybeId = input<string>();

/** Refuses what is assignable and not the same, `any` above all. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function expectSignal<T>(): <S>(signal: Signal<S>, ...same: Same<S, T> extends true ? [] : [never]) => void;

export function aFleetIsProvided(fleet: Fleet, injector: Injector): void {
  provideFleet(fleet) satisfies EnvironmentProviders;
  provideFleet(() => fleet) satisfies EnvironmentProviders;
  injectFleet({ injector }) satisfies Fleet;
  // @ts-expect-error a fleet is made at once
  provideFleet(async () => fleet);
}

export function answersAreSignals(resource: WritableSignal<ResourceKind>): void {
  expectSignal<Database | undefined>()(injectDatabase(id));
  expectSignal<readonly Database[]>()(injectDatabases());
  expectSignal<IndexRecord | undefined>()(injectVectorIndex('a'));
  expectSignal<readonly IndexRecord[]>()(injectVectorIndices());
  expectSignal<readonly LimitUsage[]>()(injectLimits('index', id));
  expectSignal<readonly LimitUsage[]>()(injectLimits(resource, maybeId));
  expectSignal<FleetSummary>()(injectFleetSummary());
  expectSignal<PollingStatus>()(injectPollingStatus());
  expectSignal<readonly Transition[]>()(injectTransitions(() => ({ id: maybeId(), limit: 5 })));
  expectSignal<readonly string[]>()(injectView(injectFleet().databases.known));
  expectSignal<number | undefined>()(injectView(() => injectFleet().databases.field(id(), 'port')));
  // @ts-expect-error what is shown is not written
  injectDatabase(id).set(undefined);
}

export function idsMayBeAbsentAndMayChange(): void {
  injectDatabase(undefined);
  injectDatabase(maybeId);
  injectDatabase(() => maybeId());
  // @ts-expect-error an id is a string
  injectDatabase(5);
  // @ts-expect-error also where a function gives it
  injectDatabase(() => 5);
  // @ts-expect-error no resource of ours
  injectLimits('queue', id);
}

export function anEntryIsThereWhereAnIdIs(): void {
  expectSignal<DatabaseEntry>()(injectDatabaseEntry('a'));
  expectSignal<DatabaseEntry>()(injectDatabaseEntry(id));
  expectSignal<DatabaseEntry | undefined>()(injectDatabaseEntry(maybeId));
  injectDatabaseEntry(id, { select: (entry) => entry.status }) satisfies Signal<string>;
  // @ts-expect-error there may be no id, so that there is no entry
  injectDatabaseEntry(maybeId, { select: (entry) => entry.status });
}

export function selectorsSayWhatIsShown(injector: Injector): void {
  expectSignal<DatabaseEntry>()(injectDatabaseEntry(id, { keepPrevious: true, injector }));
  expectSignal<number>()(
    injectDatabase(id, { select: (record) => record?.port ?? 0, keepPrevious: true, equals: Object.is }),
  );
  // @ts-expect-error a misspelt option
  injectDatabase(id, { keepPrevios: true });
  expectSignal<number | undefined>()(injectDatabase(id, { select: (record) => record?.port, injector }));
  const names = (records: readonly Database[]): readonly string[] => records.map((record) => record.database_name);
  expectSignal<readonly string[]>()(
    injectDatabases(() => [id()], { select: names, equals: (a, b) => a.length === b.length }),
  );
  injectDatabase(id, { injector }) satisfies Signal<Database | undefined>;
  // @ts-expect-error what is compared is what the selector gives
  injectDatabase(id, { select: (record) => record?.port, equals: (a: string, b: string) => a === b });
  // @ts-expect-error a record is as the service sent it
  injectDatabase(id, { select: (record) => record?.name });
}

export function aCreationHasSignals(): void {
  const { data, error, create } = injectCreateDatabase({ onSuccess: ({ database_id }) => database_id });
  expectSignal<Database | undefined>()(data);
  // @ts-expect-error nothing failed as far as the compiler knows
  void error().message;
  create({ database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' });
  // @ts-expect-error without a platform
  create({ database_name: 'a', primary_region: 'eu-west-1' });
}

export function aViewIsComparedByWhatIsSelected(fleet: Fleet): void {
  injectView(fleet.databases.known, {
    select: (ids) => ids.length,
    equals: (a, b) => a > 0 === b > 0,
  }) satisfies Signal<number>;
  // @ts-expect-error what is compared is what the selector gives
  injectView(fleet.databases.known, { select: (ids) => ids.length, equals: (a: string, b: string) => a === b });
}
