import { defineComponent, h, reactive, Suspense, type PropType, type VNode } from 'vue';
import * as composables from '../../../src/bindings/vue/index.js';
import { createUseAnswer, createUseAwaited, giveGetter } from '../use-answer.js';
import type { Part, PartFor, Show } from '../../contract/bindings/binding-under-test.js';

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
      const { create, createAsync: _, reset: __, ...members } = composables.useCreateDatabase(callbacks);
      const onClick = (): void => create(request);
      return () => {
        const state = { ...reactive(members) };
        return h('button', { 'data-part': props.at, onClick }, props.show(props.at, state));
      };
    }
    if (props.part.ask === 'awaited')
      return () => {
        const { ids } = props.part as PartFor<'awaited'>;
        return h(Suspense, null, {
          default: () => h(Awaited, { ...props, key: ids.join() }),
          fallback: () => h('p', { 'data-part': props.at }, 'waiting'),
        });
      };
    const answer = useAnswer(() => props.part);
    return () => h('p', { 'data-part': props.at }, props.show(props.at, answer.value));
  },
});

const useAwaited = createUseAwaited(composables as never) as (
  part: () => PartFor<'awaited'>,
) => Promise<composables.Shown<unknown>>;

const Awaited = defineComponent({
  props: partProps,
  async setup({ at, part, show }) {
    const answer = await useAwaited(() => part as PartFor<'awaited'>);
    return () => h('p', { 'data-part': at }, show(at, answer.value));
  },
});

const useAnswer = createUseAnswer(composables as never, giveGetter) as (part: () => Part) => composables.Shown<unknown>;
