import { refreshAll, dehydrate } from '../../../src/index.js';
import { createSSRApp, nextTick, type App } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fleetPlugin } from '../../../src/bindings/vue/index.js';
import type { Fleet } from '../../../src/index.js';
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import { Page } from './vue-binding.js';

const parts: readonly Part[] = [
  { ask: 'database', id: 'a' },
  { ask: 'entry', id: 'a' },
  { ask: 'selection', id: 'a', selector: (record) => [record?.state] },
  { ask: 'limits', resource: 'database', id: 'a' },
  { ask: 'databases' },
  { ask: 'summary' },
  { ask: 'transitions' },
];

test('the page of a server hydrates without changes, with a fleet from the snapshot of the server', async () => {
  const complaints = (['warn', 'error'] as const).map((method) => vi.spyOn(console, method));
  onTestFinished(() => complaints.forEach((complaint) => complaint.mockRestore()));
  const server = createFleetUnderTest();
  // Without `add`, the page would know the id as soon as it observes it, and the server would not know it.
  server.fleet.databases.add('a');
  await refreshAll(server.fleet);
  const html = await renderToString(appOf(server.fleet));

  const page = createFleetUnderTest({ snapshot: dehydrate(server.fleet) });
  const container = document.createElement('div');
  container.innerHTML = html;
  const [first] = container.children;
  const app = appOf(page.fleet);
  app.mount(container);
  onTestFinished(() => app.unmount());
  expect(container.children[0]).toBe(first);
  expect(container.textContent).toContain('"state":"active"');
  expect(complaints.flatMap((complaint) => complaint.mock.calls)).toEqual([]);

  page.service.respond(() => ({ json: databaseOf('a', { state: 'suspended' }) }));
  await page.advance(60_000);
  await nextTick();
  expect(container.textContent).toContain('"state":"suspended"');
});

function appOf(fleet: Fleet): App {
  return createSSRApp(Page, { parts, show: (_: number, value: unknown) => JSON.stringify(value) }).use(fleetPlugin, {
    fleet,
  });
}
