import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import Page from './page.svelte';
import StorePage from './store-page.svelte';

describeServerRendering('Svelte', (scene) => render(Page, { props: scene }).body);

test('a store on a server is unsubscribed before any request', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  service.clear();
  expect(render(StorePage, { props: { fleet } }).body).toContain('active');
  await advance(120_000);
  expect(service.requests).toEqual([]);
  expect(fleet.databases.known.value).toEqual([]);
});

test('a component that waits renders the first block of `{#await}`, and nothing waits for its request', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ retainMs: Infinity });
  const parts: Scene['parts'] = [{ ask: 'awaited', of: 'database', ids: ['a'] }];
  expect(render(Page, { props: { fleet, parts, show: () => 'shown', onerror: () => {} } }).body).toContain('waiting');
  await advance(120_000);
  expect(service.requests).toHaveLength(1);
  expect(fleet.databases.known.value).toEqual([]);
});
