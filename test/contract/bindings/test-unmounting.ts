import { expect, vi } from 'vitest';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { limitSummaryOf, transitionsOf, type Fleet } from '../../../src/index.js';
import { createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';
import type { BindingUnderTest } from './binding-under-test.js';
import { countSubscriptions, everyPart, type StageTest } from './stage.js';

export function testUnmounting(test: StageTest, { followsFleet }: BindingUnderTest): void {
  test('aborts the request, renders no more, and logs no error', async ({ stage }) => {
    using complaint = vi.spyOn(console, 'error');
    stage.service.respond(() => undefined);
    await stage.load({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' });
    stage.newRenders();
    await stage.leave();
    await stage.pass();
    expect(stage.service.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(stage.newRenders()).toBe(0);
    expect(stage.errors).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
  });

  test('a render for another reason changes nothing, and the unmount leaves no subscription, timer or request', async ({
    stage,
  }) => {
    const { databases, indices, polling } = stage.fleet;
    const limitsCalls = countLimitsCalls(stage.fleet);
    const recent = vi.spyOn(transitionsOf(stage.fleet), 'recent');
    const made = (): number[] => [limitsCalls(), recent.mock.calls.length];
    const count = countSubscriptions([
      databases.record('a'),
      databases.record('b'),
      databases.entry('c'),
      databases.all,
      databases.known,
      indices.record('i'),
      indices.all,
      limitSummaryOf(stage.fleet),
      polling.status,
    ]);
    await stage.show(...everyPart);
    await stage.pass(1_000);
    await expect.poll(() => polling.status.value.inFlight).toBe(0);
    await stage.pass();
    // The polling status may change between two renders, and a creation may be a new object each time.
    const positions = [...everyPart.keys()].filter((at) => !['polling', 'creation'].includes(everyPart[at]?.ask ?? ''));
    const read = (): unknown[] => positions.map((at) => stage.on(at));
    const [before, madeBefore, shown] = [count(), made(), read()];
    expect(before.open).toBeGreaterThanOrEqual(9);
    for (let time = 0; time < 3; time++) await stage.show(...everyPart.map((part) => ({ ...part })));
    expect([count(), made()]).toEqual([before, madeBefore]);
    expect(read().map((value, at) => Object.is(value, shown[at]))).toEqual(shown.map(() => true));
    expect([...databases.known.value].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(stage.clock.armed).toBeGreaterThan(0);

    await stage.leave();
    await stage.pass();
    expect(count().open).toBe(0);
    expect(databases.known.value).toEqual([]);
    await stage.pass(1_000);
    expect(stage.clock.armed).toBe(0);
    stage.service.clear();
    stage.newRenders();
    await stage.pass(600_000);
    expect(stage.service.requests).toEqual([]);
    expect(stage.newRenders()).toBe(0);
  });

  if (followsFleet === true) testAnotherFleet(test);

  test('the last values stay if the fleet is disposed of first', async ({ stage }) => {
    using complaint = vi.spyOn(console, 'error');
    await stage.show(...everyPart);
    await stage.pass(1_000);
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    const read = (): unknown[] => everyPart.map((_, at) => stage.on(at));
    const before = read();
    stage.fleet.dispose();
    await stage.pass();
    expect(read()).toEqual(before);
    await stage.leave();
    expect(stage.errors).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
  });
}

function testAnotherFleet(test: StageTest): void {
  test('another provided fleet gets all requests, and the first fleet is released', async ({ stage }) => {
    const other = createFleetUnderTest({ polling: quick, retainMs: Infinity });
    await stage.show(...everyPart);
    await stage.pass(1_000);
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    const before = stage.rendered(0).length;
    await stage.provide(other.fleet);
    await other.advance(1_000);
    await stage.pass(1_000);
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    expect(stage.on(0)).toBe(other.fleet.databases.record('a').value);
    expect(stage.rendered(0)[before]).toBeUndefined();
    expect([...other.fleet.databases.known.value].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(stage.fleet.databases.known.value).toEqual([]);
    expect(stage.clock.armed).toBe(0);
    stage.element(everyPart.length - 1)?.click();
    await other.advance(0);
    await stage.pass();
    await expect.poll(() => stage.on(everyPart.length - 1)).toMatchObject({ status: 'success' });
    expect(other.service.requests.filter(({ operation }) => operation === 'create')).toHaveLength(1);
    await stage.leave();
    await other.advance(1_000);
    // For the database that was created.
    expect(other.clock.armed).toBe(1);
  });
}

/** Counts the calls of `limitsOf` for a fleet: each call asks the fleet for its part `usage`. */
function countLimitsCalls(fleet: Fleet): () => number {
  const part = vi.spyOn(kernelOf(fleet, 'countLimitsCalls'), 'part');
  return () => part.mock.calls.filter(([name]) => name === 'usage').length;
}
