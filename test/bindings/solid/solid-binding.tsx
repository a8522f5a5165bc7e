/** @jsxImportSource solid-js */
import { cleanup, render } from '@solidjs/testing-library';
import { createSignal } from 'solid-js';
import type { BindingUnderTest } from '../../contract/bindings/binding-under-test.js';
import { Page } from './page.js';

/** Solid renders as soon as something changes. */
const rendered = async (): Promise<void> => {};

export const solid: BindingUnderTest = {
  name: 'Solid',
  async mount({ fleet, parts: initial, show }) {
    const [parts, setParts] = createSignal(initial);
    const { container } = render(() => <Page fleet={fleet} parts={parts} show={show} />);
    return {
      container,
      update: async (next) => void setParts(next),
      rendered,
      unmount: async () => cleanup(),
    };
  },
};
