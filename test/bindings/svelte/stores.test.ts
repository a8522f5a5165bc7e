import { refreshAll, transitionsOf } from '../../../src/index.js';
import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { derived, get, writable, type Readable } from 'svelte/store';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toReadable } from '../../../src/bindings/svelte/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import StorePage from './store-page.svelte';
import { eventually } from '../../support/eventually.js';

test('a view is a store in a component, directly and as a readable', async () => {
  const { fleet, service } = createFleetUnderTest();
  const { container, unmount } = render(StorePage, { fleet });
  for (const state of ['active', 'suspended']) {
    service.respond(({ id }) => ({ json: databaseOf(id, { state }) }));
    await refreshAll(fleet);
    await tick();
    expect(container.textContent).toBe(`${state} ${state}`);
  }
  unmount();
  await eventually(() => expect(fleet.databases.known.value).toEqual([]));
});

describe('derived over several readables', () => {
  function setUp() {
    const { fleet, answerWith, errors } = createFleetUnderTest();
    const { databases } = fleet;
    const put = (state: string) => answerWith('a', { state, modifying_state: state });
    const stores = [databases.field('a', 'state'), databases.field('a', 'modifying_state')].map(toReadable);
    return { fleet, errors, put, stores, all: toReadable(databases.all) };
  }

  test('runs once for each commit, and never mixes two commits', async () => {
    const { put, stores, all } = setUp();
    const computed: string[] = [];
    const store = derived([all, ...stores], ([[record], ...fields]) => {
      computed.push([record?.state, ...fields].join(' '));
    });
    onTestFinished(store.subscribe(() => {}));
    computed.length = 0;
    await put('active');
    await put('suspended');
    expect(computed).toEqual(['active active active', 'suspended suspended suspended']);
  });

  test('runs once for each commit over derived stores of one readable, as over a store of Svelte', async () => {
    const { fleet } = setUp();
    const own = writable<readonly string[]>([]);
    const sumsOver = (store: Readable<readonly string[]>): readonly number[] => {
      const sums: number[] = [];
      const parts = [derived(store, (ids) => ids.length), derived(store, (ids) => 4 * ids.length)];
      onTestFinished(derived(parts, ([one = 0, other = 0]) => one + other).subscribe((sum) => sums.push(sum)));
      return sums;
    };
    const [sums, ownSums] = [sumsOver(toReadable(fleet.databases.tracked)), sumsOver(own)];
    for (const ids of [['a'], ['a', 'b']]) {
      fleet.databases.add(ids);
      own.set(ids);
    }
    expect(sums).toEqual([0, 5, 10]);
    expect(ownSums).toEqual(sums);
  });

  test('is settled when the events of the commit are emitted', async () => {
    const { fleet, put, stores } = setUp();
    await put('active');
    const store = derived(stores, (states) => states.join(' '));
    onTestFinished(store.subscribe(() => {}));
    const seen: string[] = [];
    transitionsOf(fleet).subscribe(() => seen.push(get(store)));
    await put('suspended');
    expect(new Set(seen)).toEqual(new Set(['suspended suspended']));
  });

  test('a store that throws affects no other store, and ends normally', async () => {
    const { put, stores, errors } = setUp();
    const failing = derived(stores, ([state]) => {
      if (state === 'suspended') throw new RangeError('of a store');
    });
    const working = derived(stores, (states) => states.join(' '));
    const seen: string[] = [];
    const ends = [failing.subscribe(() => {}), working.subscribe((states) => seen.push(states))];
    await put('suspended');
    for (const end of ends) end();
    await put('active');
    expect(seen.at(-1)).toBe('suspended suspended');
    expect(errors).toEqual([new RangeError('of a store')]);
  });
});
