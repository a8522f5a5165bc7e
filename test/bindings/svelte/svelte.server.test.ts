import { render } from 'svelte/server';
import { expect, test } from 'vitest';
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
