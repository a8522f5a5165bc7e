/* The types of the binding of Svelte, as far as they differ from those in `react.ts`. Nothing runs here. */
import { derived, get, type Readable as SvelteReadable } from 'svelte/store';
import {
  setFleet,
  toReadable,
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useFleet,
  useLimits,
  useTransitions,
  useView,
  type DatabaseEntry,
  type Current,
} from '../../src/bindings/svelte/index.js';
import type { Database, Fleet, FleetError, LimitUsage, Transition } from '../../src/index.js';
import { expectSame } from './same.js';

const props: { readonly id: string; readonly chosen?: string } = { id: 'a' };

export function aFleetIsGivenToTheComponentsBelow(fleet: Fleet): void {
  setFleet(fleet) satisfies Fleet;
  // @ts-expect-error it is the fleet itself
  setFleet({ fleet });
}

export function idsAreValuesOrGetters(): void {
  const records = [useDatabase('a'), useDatabase(() => props.id), useDatabase(() => props.chosen)];
  expectSame<(typeof records)[number], Current<Database | undefined>>(true);
  useDatabase(undefined);
  // @ts-expect-error an id is a string
  useDatabase(7);
  // @ts-expect-error and so is what a getter gives
  useDatabase(() => ({ current: 'a' }));
}

export function anEntryIsThereWhereAnIdIs(): void {
  const [some, perhaps] = [useDatabaseEntry(() => props.id), useDatabaseEntry(() => props.chosen)];
  expectSame<typeof some, Current<DatabaseEntry>>(true);
  expectSame<typeof perhaps, Current<DatabaseEntry | undefined>>(true);
}

export function aSelectorSaysWhatIsShown(): void {
  const port = useDatabase('a', { select: (record) => record?.port });
  expectSame<typeof port, Current<number | undefined>>(true);
  const pair = useView(useFleet().databases.known, { select: (ids) => ({ count: ids.length }) });
  expectSame<typeof pair, Current<{ count: number }>>(true);
}

export function everyArgumentIsAValueOrAGetter(): void {
  useLimits('index', () => props.chosen) satisfies Current<readonly LimitUsage[]>;
  useTransitions(() => ({ id: props.chosen, limit: 10 })) satisfies Current<readonly Transition[]>;
}

export function whatIsShownIsRead(): void {
  const record = useDatabase('a');
  // @ts-expect-error the service says what a record is
  record.current = undefined;
  const creation = useCreateDatabase();
  expectSame<typeof creation.error, FleetError | undefined>(true);
  expectSame<typeof creation.data, Database | undefined>(true);
  // @ts-expect-error a status that there is not
  void (creation.status === 'loading');
  // @ts-expect-error how far it is can only be read
  creation.status = 'idle';
}

export function aViewIsAStoreByName(fleet: Fleet): void {
  // @ts-expect-error what an Observable's subscribe gives is an object, though Svelte takes it
  fleet.databases.known satisfies SvelteReadable<readonly string[]>;
  const known = toReadable(fleet.databases.known);
  expectSame<typeof known, SvelteReadable<readonly string[]>>(true);
  get(derived(known, (ids) => ids.length)) satisfies number;
}
