/** @jsxImportSource solid-js */
import { Suspense, type Accessor, type JSX } from 'solid-js';
import {
  HydrateFleet,
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useDatabaseEntries,
  useDatabases,
  useFleet,
  useFleetSummary,
  useLimits,
  usePollingStatus,
  useSuspenseDatabase,
  useSuspenseDatabases,
  useSuspenseVectorIndex,
  useSuspenseVectorIndices,
  useTransitions,
  useVectorIndex,
  useVectorIndices,
  useView,
} from '../../../src/bindings/solid/index.js';
import type { Asking, Part, Show } from '../../contract/bindings/binding-under-test.js';

interface PartProps<P = Part> {
  readonly at: number;
  readonly part: P;
  readonly show: Show;
}

type Creating = Extract<Part, { ask: 'creation' }>;
type Waiting = Extract<Part, { ask: 'awaited' }>;
type Hydrating = Extract<Part, { ask: 'hydrated' }>;

/** The kind of a part never changes. Accessors read its other members, which change. */
export function PartOfPage(props: PartProps): JSX.Element {
  if (props.part.ask === 'awaited') return Awaited(props as PartProps<Waiting>);
  if (props.part.ask === 'hydrated') return Hydrated(props as PartProps<Hydrating>);
  return props.part.ask === 'creation' ? Creation(props as PartProps<Creating>) : Answer(props as PartProps<Asking>);
}

function Answer(props: PartProps<Asking>): JSX.Element {
  const answer = useAnswer(props);
  return <p data-part={props.at}>{props.show(props.at, answer())}</p>;
}

function Creation(props: PartProps<Creating>): JSX.Element {
  const creation = useCreateDatabase(props.part.callbacks);
  const shown = () => ({ ...creation });
  return (
    <button data-part={props.at} onClick={() => creation.create(props.part.request)}>
      {props.show(props.at, shown())}
    </button>
  );
}

function Hydrated(props: PartProps<Hydrating>): JSX.Element {
  return (
    <HydrateFleet snapshot={props.part.snapshot}>
      <Answer at={props.at} part={{ ...props.part, ask: 'database' }} show={props.show} />
    </HydrateFleet>
  );
}

function Awaited(props: PartProps<Waiting>): JSX.Element {
  const loaded = useAwaited(props);
  return (
    <Suspense fallback={<p data-part={props.at}>waiting</p>}>
      <p data-part={props.at}>{props.show(props.at, loaded())}</p>
    </Suspense>
  );
}

function useAwaited(props: PartProps<Waiting>): Accessor<unknown> {
  const { of, throwOnError } = props.part;
  const id = (): string => props.part.ids[0] ?? '';
  switch (of) {
    case 'database':
      return useSuspenseDatabase(id);
    case 'databases':
      return useSuspenseDatabases(() => props.part.ids, { throwOnError });
    case 'index':
      return useSuspenseVectorIndex(id);
    case 'indices':
      return useSuspenseVectorIndices();
  }
}

function useAnswer(props: PartProps<Asking>): Accessor<unknown> {
  const id = () => ('id' in props.part ? props.part.id : undefined);
  switch (props.part.ask) {
    case 'database':
      return useDatabase(id, props.part.options);
    case 'selection': {
      const { equals, options } = props.part;
      return useDatabase(id, {
        ...options,
        select: (record) => (props.part.ask === 'selection' ? props.part.selector(record) : undefined),
        equals,
      });
    }
    case 'entry':
      return useDatabaseEntry(id, props.part.options);
    case 'databases':
      return useDatabases(() => ('ids' in props.part ? props.part.ids : undefined));
    case 'entries':
      return useDatabaseEntries(() => ('ids' in props.part ? (props.part.ids ?? []) : []));
    case 'index':
      return useVectorIndex(id, props.part.options);
    case 'indices':
      return useVectorIndices();
    case 'limits':
      return useLimits(() => (props.part.ask === 'limits' ? props.part.resource : 'database'), id);
    case 'summary':
      return useFleetSummary();
    case 'polling':
      return usePollingStatus();
    case 'transitions':
      return useTransitions({ id, limit: () => ({ limit: undefined, ...props.part }).limit });
    case 'known':
      return useView(useFleet().databases.known);
  }
}
