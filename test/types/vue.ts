/* The types of the binding of Vue, as far as they differ from those in `react.ts`. Nothing runs here. */
import { createApp, ref, type Ref } from 'vue';
import {
  fleetKey,
  fleetPlugin,
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useFleet,
  useLimits,
  useSuspenseDatabase,
  useTransitions,
  useView,
  type DatabaseEntry,
  type Shown,
} from '../../src/bindings/vue/index.js';
import type { Database, Fleet, FleetError, LimitUsage, Transition } from '../../src/index.js';
import { expectSame } from './same.js';

const props: { readonly id: string; readonly chosen?: string } = { id: 'a' };

export function aFleetIsGivenToTheApp(fleet: Fleet): void {
  createApp({}).use(fleetPlugin, { fleet });
  createApp({}).provide(fleetKey, fleet);
  // @ts-expect-error the plugin needs a fleet
  createApp({}).use(fleetPlugin, {});
  // @ts-expect-error it is an option of the plugin
  createApp({}).use(fleetPlugin, fleet);
  // @ts-expect-error under its key is a fleet
  createApp({}).provide(fleetKey, 'a');
}

export function idsAreValuesRefsOrGetters(): void {
  const records = [
    useDatabase('a'),
    useDatabase(ref('a')),
    useDatabase(() => props.id),
    useDatabase(() => props.chosen),
  ];
  expectSame<(typeof records)[number], Shown<Database | undefined>>(true);
  useDatabase(undefined);
  // @ts-expect-error an id is a string
  useDatabase(7);
  // @ts-expect-error and so is what a getter gives
  useDatabase(() => ref('a'));
}

export function anEntryIsThereWhereAnIdIs(): void {
  const [some, perhaps] = [useDatabaseEntry(() => props.id), useDatabaseEntry(() => props.chosen)];
  expectSame<typeof some, Shown<DatabaseEntry>>(true);
  expectSame<typeof perhaps, Shown<DatabaseEntry | undefined>>(true);
}

export function aSelectorSaysWhatIsShown(): void {
  const port = useDatabase('a', { select: (record) => record?.port });
  expectSame<typeof port, Shown<number | undefined>>(true);
  const pair = useView(useFleet().databases.known, { select: (ids) => ({ count: ids.length }) });
  expectSame<typeof pair, Shown<{ count: number }>>(true);
}

export function everyArgumentIsAValueARefOrAGetter(): void {
  useLimits('index', () => props.chosen) satisfies Shown<readonly LimitUsage[]>;
  useTransitions({ id: () => props.chosen, limit: ref(10) }) satisfies Shown<readonly Transition[]>;
  void (useSuspenseDatabase('a') satisfies Promise<Shown<Database>>);
  // @ts-expect-error setup runs once, so it waits for one database
  void useSuspenseDatabase(ref('a'));
}

export function whatIsShownIsRead(): void {
  const record = useDatabase('a');
  record satisfies Readonly<Ref<Database | undefined>>;
  // @ts-expect-error the service says what a record is
  record.value = undefined;
  const { status, error, data, createAsync } = useCreateDatabase({ onSuccess: ({ database_id }) => database_id });
  void (createAsync({ database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' }) satisfies Promise<Database>);
  expectSame<typeof error.value, FleetError | undefined>(true);
  expectSame<typeof data.value, Database | undefined>(true);
  // @ts-expect-error a status that there is not
  void (status.value === 'loading');
  // @ts-expect-error how far it is can only be read
  status.value = 'idle';
}
