import { defineComponent, h, reactive, Suspense, type PropType, type VNode } from 'vue';
import {
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useDatabaseEntries,
  useDatabases,
  useFleet,
  useFleetSummary,
  useHydrateFleet,
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
  type Shown,
} from '../../../src/bindings/vue/index.js';
import { createUseAwaited } from '../use-answer.js';
import type { Part, Show } from '../../contract/bindings/binding-under-test.js';

type PartOf<Ask extends Part['ask']> = Extract<Part, { ask: Ask }>;

const partProps = {
  at: { type: Number, required: true },
  part: { type: Object as PropType<Part>, required: true },
  show: { type: Function as PropType<Show>, required: true },
} as const;

export const PartOfPage = defineComponent({
  props: partProps,
  setup(props): () => VNode {
    if (props.part.ask === 'creation') {
      const { request, callbacks } = props.part;
      const { create, createAsync: _, reset: __, ...members } = useCreateDatabase(callbacks);
      const onClick = (): void => create(request);
      return () => {
        const state = { ...reactive(members) };
        return h('button', { 'data-part': props.at, onClick }, props.show(props.at, state));
      };
    }
    if (props.part.ask === 'awaited')
      return () => {
        const { ids } = props.part as PartOf<'awaited'>;
        return h(Suspense, null, {
          default: () => h(Awaited, { ...props, key: ids.join() }),
          fallback: () => h('p', { 'data-part': props.at }, 'waiting'),
        });
      };
    const answer = useAnswer(() => props.part);
    return () => h('p', { 'data-part': props.at }, props.show(props.at, answer.value));
  },
});

const hooks = { useSuspenseDatabase, useSuspenseDatabases, useSuspenseVectorIndex, useSuspenseVectorIndices };
const useAwaited = createUseAwaited(hooks as never) as (part: PartOf<'awaited'>) => Promise<Shown<unknown>>;

const Awaited = defineComponent({
  props: partProps,
  async setup({ at, part, show }) {
    const answer = await useAwaited(part as PartOf<'awaited'>);
    return () => h('p', { 'data-part': at }, show(at, answer.value));
  },
});

/** The kind of a part never changes. Its id and its other members do. */
function useAnswer(part: () => Part): Shown<unknown> {
  const first = part();
  const id = (): string | undefined => (part() as PartOf<'database'>).id;
  switch (first.ask) {
    case 'database':
      return useDatabase(id, first.options);
    case 'hydrated':
      useHydrateFleet(() => (part() as PartOf<'hydrated'>).snapshot);
      return useDatabase(id);
    case 'selection':
      return useDatabase(id, {
        ...first.options,
        select: (record) => (part() as PartOf<'selection'>).selector(record),
        equals: first.equals,
      });
    case 'entry':
      return useDatabaseEntry(id, first.options);
    case 'databases':
      return useDatabases(() => (part() as PartOf<'databases'>).ids);
    case 'entries':
      return useDatabaseEntries(() => (part() as PartOf<'entries'>).ids);
    case 'index':
      return useVectorIndex(id, first.options);
    case 'indices':
      return useVectorIndices();
    case 'limits':
      return useLimits(() => (part() as PartOf<'limits'>).resource, id);
    case 'summary':
      return useFleetSummary();
    case 'polling':
      return usePollingStatus();
    case 'transitions':
      return useTransitions({ id, limit: () => ({ limit: undefined, ...(part() as PartOf<'transitions'>) }).limit });
    case 'known':
      return useView(useFleet().databases.known);
    case 'creation':
    case 'awaited':
      throw new Error('This part has a component of its own.');
  }
}
