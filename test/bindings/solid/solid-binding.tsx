/** @jsxImportSource solid-js */
import { cleanup, render } from '@solidjs/testing-library';
import { createSignal, ErrorBoundary } from 'solid-js';
import type { BindingUnderTest } from '../../contract/bindings/binding-under-test.js';
import { Page } from './page.js';

export const solid: BindingUnderTest = {
  name: 'Solid',
  hydrates: true,
  waits: true,
  async mount({ fleet, parts: initial, show }) {
    const [parts, setParts] = createSignal(initial);
    const errors: unknown[] = [];
    const { container } = render(() => (
      <ErrorBoundary fallback={(error) => void errors.push(error)}>
        <Page fleet={fleet} parts={parts} show={show} />
      </ErrorBoundary>
    ));
    return {
      container,
      errors,
      update: (next) => setParts(next),
      // Solid renders synchronously with a change.
      flush() {},
      unmount: cleanup,
    };
  },
};
