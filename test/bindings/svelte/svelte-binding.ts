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
    async function rendered(): Promise<void> {
      await tick();
      if (errors.length > 0) throw errors.splice(0)[0];
    }
    const { container, rerender, unmount } = render(Page, { ...scene, onerror });
    await rendered();
    return {
      container,
      async update(parts) {
        await rerender({ parts });
        await rendered();
      },
      rendered,
      async unmount() {
        unmount();
        await tick();
      },
    };
  },
};
