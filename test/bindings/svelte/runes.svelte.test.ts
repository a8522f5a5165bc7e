import { flushSync, tick } from 'svelte';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { useView } from '../../../src/bindings/svelte/index.js';
import { createFleetUnderTest, type FleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { eventually } from '../../support/eventually.js';

describe('a value read in an effect', () => {
  test('runs the effect of a derived only when the derived value changes', async () => {
    const underTest = createFleetUnderTest();
    const record = useView(underTest.fleet.databases.record('a'));
    const state = $derived(record.current?.state);
    const seen = seenBy(() => state);
    for (const fields of [{}, { port: 1 }, { state: 'suspended' }]) await change(underTest, fields);
    expect(seen).toEqual([undefined, 'active', 'suspended']);
  });

  test('follows the state that the selector reads', async () => {
    const underTest = createFleetUnderTest();
    const records = useView(underTest.fleet.databases.record('a'), { select: (now) => (now?.port ?? 0) > least });
    let least = $state(0);
    await change(underTest, { port: 5 });
    const seen = seenBy(() => records.current);
    least = 7;
    flushSync();
    // The previous id had the same value.
    await change(underTest, { port: 8 });
    least = 9;
    flushSync();
    await change(underTest, { port: 5 });
    expect(seen).toEqual([true, false, true, false]);
  });

  test('changes for the effect, even if another listener read it during the notification', async () => {
    const underTest = createFleetUnderTest();
    const record = underTest.fleet.databases.record('a');
    const state = useView(record, { select: (now) => now?.state });
    record.subscribe(() => void state.current);
    const seen = seenBy(() => state.current);
    await change(underTest, {});
    expect(seen).toEqual([undefined, 'active']);
  });

  test('subscribes once for all effects, until the last effect ends', async () => {
    const { fleet } = createFleetUnderTest();
    const view = fleet.databases.record('a');
    const subscribe = vi.spyOn(view, 'subscribe');
    const record = useView(view);
    const ends = [1, 2].map(() => effect(() => void record.current));
    flushSync();
    expect(subscribe).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await tick();
    expect(fleet.databases.known.value).toEqual(['a']);
    ends[1]?.();
    await eventually(() => expect(fleet.databases.known.value).toEqual([]));
  });
});

test('a value read outside effects is current, and does not subscribe', async () => {
  const underTest = createFleetUnderTest();
  const state = useView(underTest.fleet.databases.record('a'), { select: (now) => now?.state });
  expect(state.current).toBeUndefined();
  await change(underTest, {});
  expect(state.current).toBe('active');
  expect(underTest.fleet.databases.known.value).toEqual([]);
});

/** The values that an effect reads in each run, until the test ends. */
function seenBy(read: () => unknown): unknown[] {
  const seen: unknown[] = [];
  onTestFinished(effect(() => void seen.push(read())));
  flushSync();
  return seen;
}

function effect(run: () => void): () => void {
  return $effect.root(() => {
    $effect(run);
  });
}

/** Refreshes the record, which has these fields from now on. */
async function change({ answerWith }: FleetUnderTest, fields: object): Promise<void> {
  await answerWith('a', fields);
  await tick();
}
