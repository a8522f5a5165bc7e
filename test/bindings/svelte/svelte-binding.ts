import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import type { BindingUnderTest } from '../../contract/bindings/binding-under-test.js';
import Page from './page.svelte';

export const svelte: BindingUnderTest = {
  name: 'Svelte',
  hydrates: true,
  waits: true,
  async mount(scene) {
    const errors: unknown[] = [];
    const onerror = (error: unknown): void => void errors.push(error);
    const { container, rerender, unmount } = render(Page, { ...scene, onerror });
    return {
      container,
      errors,
      update: (parts) => rerender({ parts }),
      flush: tick,
      async unmount() {
        unmount();
        await tick();
      },
    };
  },
};
