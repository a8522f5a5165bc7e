import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createElement, memo, type ReactElement } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { FleetProvider, useDatabaseEntry, type DatabaseEntry } from '../../../src/bindings/react/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';

test('a member that only a memoized child reads is shown when it changes, and a handler reads the newest', async () => {
  onTestFinished(() => cleanup());
  const { fleet, advance } = createFleetUnderTest();
  fleet.polling.pause();
  await fleet.databases.refresh('a');
  const renders = { parent: 0, child: 0 };
  const handled: unknown[] = [];
  const Child = memo(function Child({ entry, at }: { readonly entry: DatabaseEntry; readonly at: number }) {
    renders.child += 1;
    return createElement('i', {}, at === 0 ? '' : String(entry.changedAt));
  });
  function Parent({ at }: { readonly at: number }): ReactElement {
    renders.parent += 1;
    const entry = useDatabaseEntry('a');
    const onClick = (): void => void handled.push(entry.confirmedAt);
    return createElement('button', { onClick }, entry.record?.state, createElement(Child, { entry, at }));
  }
  const page = (at: number): ReactElement => createElement(FleetProvider, { fleet }, createElement(Parent, { at }));
  const { container, rerender } = render(page(0));
  const refresh = (): Promise<void> =>
    act(async () => {
      await advance(5_000);
      await fleet.databases.refresh('a');
    });
  await refresh();
  expect(renders).toEqual({ parent: 1, child: 1 });
  rerender(page(1));
  const { changedAt, confirmedAt } = fleet.databases.entry('a').value;
  expect(container.textContent).toBe(`active${changedAt}`);
  const button = container.querySelector('button') as HTMLElement;
  fireEvent.click(button);
  expect(handled).toEqual([confirmedAt]);
  // The handler has read `confirmedAt`, so the component renders when it changes.
  await refresh();
  expect(renders).toEqual({ parent: 3, child: 3 });
  fireEvent.click(button);
  expect(handled[1]).toBe(fleet.databases.entry('a').value.confirmedAt);
});
