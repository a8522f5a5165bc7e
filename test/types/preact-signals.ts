/* The types of the binding of Preact's signals, as far as they differ from those in `react.ts`. Nothing runs here. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { createElement } from 'preact';
import {
  FleetProvider,
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useFleet,
  useLimits,
  useTransitions,
  useVectorIndex,
  useView,
} from '../../src/bindings/preact-signals/index.js';
import type { Database, Entry, Fleet, FleetError, IndexRecord, LimitUsage, Transition } from '../../src/index.js';
import { expectSame } from './same.js';

export function itsFleetIsProvided(fleet: Fleet): void {
  void createElement(FleetProvider, { fleet }, 'a page');
  // @ts-expect-error without a fleet
  void createElement(FleetProvider, {}, 'a page');
}

export function answersAreSignalsWithTheTypesOfTheCore(id: string | undefined): void {
  const known = useView(useFleet().databases.known);
  expectSame<typeof known, ReadonlySignal<readonly string[]>>(true);
  const record = useDatabase(id);
  expectSame<typeof record, ReadonlySignal<Database | undefined>>(true);
  useTransitions({ id, limit: 10 }).value satisfies readonly Transition[];
  // @ts-expect-error it is the fleet that changes it
  record.value = undefined;
}

export function idsMayBeSignals(id: Signal<string>, maybe: ReadonlySignal<string | undefined>): void {
  useDatabase(id).value satisfies Database | undefined;
  useVectorIndex(maybe).value satisfies IndexRecord | undefined;
  useLimits('index', maybe).value satisfies readonly LimitUsage[];
  useTransitions({ id: maybe, limit: signal(3) }).value satisfies readonly Transition[];
  useDatabaseEntry(id).value satisfies Entry<Database>;
  useDatabaseEntry(maybe).value satisfies Entry<Database> | undefined;
  // @ts-expect-error without an id there is none
  useDatabaseEntry(maybe).value satisfies Entry<Database>;
  // @ts-expect-error an id is a string
  useDatabase(signal(1));
}

export function selectorsSayWhatIsShown(id: string): void {
  useDatabase(id, { select: (record) => record?.database_name }).value satisfies string | undefined;
  useView(useFleet().databases.field(id, 'state'), { select: (state) => state === 'active' }).value satisfies boolean;
}

export function aCreationTellsItsEndByItsStatus(): void {
  const { create, data, error } = useCreateDatabase();
  create({ database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' });
  error.value satisfies FleetError | undefined;
  // @ts-expect-error before it is created there is no database
  data.value satisfies Database;
}
