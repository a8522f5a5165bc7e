import { flushPromises, mount } from '@vue/test-utils';
import { expect } from 'vitest';
import { defineComponent, h, type PropType } from 'vue';
import { fleetPlugin } from '../../../src/bindings/vue/index.js';
import type { BindingUnderTest, Part, Show } from '../../contract/bindings/binding-under-test.js';
import { PartOfPage } from './part-of-page.js';

export const Page = defineComponent({
  props: {
    parts: { type: Array as PropType<readonly Part[]>, required: true },
    show: { type: Function as PropType<Show>, required: true },
  },
  setup: (props) => () =>
    h(
      'main',
      props.parts.map((part, at) => h(PartOfPage, { key: at, at, part, show: props.show })),
    ),
});

export const vue: BindingUnderTest = {
  name: 'Vue',
  hydrates: true,
  waits: true,
  async mount({ fleet, parts, show }) {
    const container = document.body.appendChild(document.createElement('div'));
    const errors: unknown[] = [];
    const wrapper = mount(Page, {
      attachTo: container,
      props: { parts, show },
      global: {
        plugins: fleet === undefined ? [] : [[fleetPlugin, { fleet }]],
        config: { errorHandler: (error) => void errors.push(error) },
      },
    });
    return {
      container,
      errors,
      update: (next) => wrapper.setProps({ parts: next }),
      flush: flushPromises,
      async unmount() {
        wrapper.unmount();
        container.remove();
        await flushPromises();
        expect(errors).toEqual([]);
      },
    };
  },
};
