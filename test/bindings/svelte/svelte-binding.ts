import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import type { BindingUnderTest } from '../../contract/bindings/binding-under-test.js';
import Page from './page.svelte';

export const svelte: BindingUnderTest = {
  name: 'Svelte',
  async mount(scene) {
    const { container, rerender, unmount } = render(Page, { ...scene });
    await tick();
    return {
      container,
      update: (parts) => rerender({ parts }),
      rendered: tick,
      async unmount() {
        unmount();
        await tick();
      },
    };
  },
};
