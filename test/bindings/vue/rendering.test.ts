import {
  createApp,
  createSSRApp,
  defineComponent,
  effectScope,
  h,
  isReactive,
  nextTick,
  provide,
  ref,
  watchEffect,
  type App,
} from 'vue';
import { renderToString } from 'vue/server-renderer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mount } from '@vue/test-utils';
import {
  fleetKey,
  fleetPlugin,
  useDatabase,
  useDatabases,
  useFleet,
  useView,
} from '../../../src/bindings/vue/index.js';
import { dehydrate, refreshAll, type Database, type Fleet } from '../../../src/index.js';
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import { eventually } from '../../support/eventually.js';
import { Page } from './vue-binding.js';

describe('the ref of a composable', () => {
  test('works in any scope, and ends with the scope', async () => {
    const { fleet } = createFleetUnderTest();
    const scope = effectScope();
    const record = scope.run(() => useView(fleet.databases.record('a')));
    expect(fleet.databases.known.value).toEqual(['a']);
    await fleet.databases.refresh('a');
    expect(record?.value?.database_id).toBe('a');
    scope.stop();
    await eventually(() => expect(fleet.databases.known.value).toEqual([]));
  });

  test('follows a list of ids that changes in place', async () => {
    const { fleet } = createFleetUnderTest();
    for (const id of ['a', 'b']) await fleet.databases.refresh(id);
    const ids = ref(['a']);
    const records = within(fleet, () => useDatabases(ids));
    const seen: string[] = [];
    watchEffect(() => void seen.push(records.value.map(({ database_id }) => database_id).join()), { flush: 'sync' });
    ids.value.push('b');
    expect([seen[0], seen.at(-1)]).toEqual(['a', 'a,b']);
    expect(fleet.databases.known.value).toEqual(['a', 'b']);
  });

  test('is up to date for a reader during a notification', async () => {
    const { fleet, answerWith } = createFleetUnderTest();
    await fleet.databases.refresh('a');
    const seen: unknown[] = [];
    fleet.databases.record('a').subscribe(() => void seen.push([record?.value?.state, state?.value]));
    const record = within(fleet, () => useDatabase('a'));
    const state = within(fleet, () => useDatabase('a', { select: (now) => now?.state }));
    await answerWith('a', { state: 'suspended' });
    expect(seen.at(-1)).toEqual(['suspended', 'suspended']);
  });

  test('keeps a value that is equal by `equals`, and compares again when the state changes that `equals` reads', async () => {
    const { fleet, answerWith } = createFleetUnderTest();
    const first = await fleet.databases.refresh('a');
    const comparesAll = ref(false);
    const equals = (one?: Database, other?: Database): boolean => !comparesAll.value || one === other;
    const shown = within(fleet, () => useDatabase('a', { equals }));
    expect(shown.value).toBe(first);
    await answerWith('a', { database_name: 'new' });
    expect(shown.value).toBe(first);
    comparesAll.value = true;
    expect(shown.value?.database_name).toBe('new');
  });

  test('is read-only, and does not make the record reactive', async () => {
    using complaint = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { fleet } = createFleetUnderTest();
    const record = await fleet.databases.refresh('a');
    const shown = within(fleet, () => useDatabase('a')) as { value: unknown };
    shown.value = 'something else';
    expect(shown.value).toBe(record);
    expect(isReactive(shown.value)).toBe(false);
    expect(complaint).toHaveBeenCalledWith(expect.stringContaining('readonly'), expect.anything());
  });
});

/** Calls a composable in the context of an app, as a Pinia store does. */
function within<T>(fleet: Fleet, composable: () => T): T {
  const app = createApp({}).use(fleetPlugin, { fleet });
  const scope = effectScope();
  onTestFinished(() => scope.stop());
  return app.runWithContext(() => scope.run(composable) as T);
}

test('the fleet of an app can be replaced in a part of the tree', async () => {
  const [{ fleet: outer }, { fleet: inner }] = [createFleetUnderTest(), createFleetUnderTest()];
  const seen: unknown[] = [];
  const Reader = (): null => null;
  const Child = defineComponent({ setup: () => (seen.push(useFleet()), Reader) });
  const Part = defineComponent({ setup: () => (provide(fleetKey, inner), () => h(Child)) });
  mount(defineComponent({ render: () => [h(Child), h(Part)] }), {
    global: { plugins: [[fleetPlugin, { fleet: outer }]] },
  });
  expect(seen).toEqual([outer, inner]);
});

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
