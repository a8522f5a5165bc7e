import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { derived, get } from 'svelte/store';
import { expect, test, vi } from 'vitest';
import { toReadable } from '../../../src/bindings/svelte/index.js';
import { createFleetUnderTest } from '../../fleet/fleet-under-test.js';
import { databaseOf } from '../../fleet/scripted-service.js';
import StorePage from './store-page.svelte';

test('a view is a store in a component, as it is and as a readable', async () => {
  const { fleet, service } = createFleetUnderTest();
  const { container, unmount } = render(StorePage, { fleet });
  for (const state of ['active', 'suspended']) {
    service.respond(({ id }) => ({ json: databaseOf(id, { state }) }));
    await fleet.databases.refresh();
    await tick();
    expect(container.textContent).toBe(`${state} ${state}`);
  }
  unmount();
  await vi.waitFor(() => expect(fleet.databases.known.value).toEqual([]));
});

test('a readable works with what Svelte makes of stores', async () => {
  const { fleet } = createFleetUnderTest();
  const count = derived(toReadable(fleet.databases.known), (ids) => ids.length);
  expect(get(count)).toBe(0);
  fleet.databases.track(['a', 'b']);
  expect(get(count)).toBe(2);
});
