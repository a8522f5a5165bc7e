/* The types of the Angular binding, as far as they differ from those in `react.ts`. Nothing runs here. */
import { input, type EnvironmentProviders, type Injector, type Signal, type WritableSignal } from '@angular/core';
import {
  injectCreateDatabase,
  injectDatabase,
  injectDatabaseEntry,
  injectFleet,
  injectLimits,
  injectTransitions,
  injectView,
  provideFleet,
  type DatabaseEntry,
} from '../../src/bindings/angular/index.js';
import type { Database, Fleet, LimitUsage, ResourceKind, Transition } from '../../src/index.js';
import type { Same } from './same.js';

const id = input.required<string>();
const maybeId = input<string>();

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
  expectSignal<readonly LimitUsage[]>()(injectLimits(resource, maybeId));
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
}

export function selectorsSayWhatIsShown(injector: Injector): void {
  expectSignal<DatabaseEntry>()(injectDatabaseEntry(id, { keepPrevious: true, injector }));
  expectSignal<number | undefined>()(injectDatabase(id, { select: (record) => record?.port, injector }));
  // @ts-expect-error what is compared is what the selector gives
  injectDatabase(id, { select: (record) => record?.port, equals: (a: string, b: string) => a === b });
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
