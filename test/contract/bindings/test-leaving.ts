import { expect, onTestFinished, test, vi } from 'vitest';
import type { BindingUnderTest, Part } from './binding-under-test.js';
import { createStage } from './stage.js';

/** All that a binding answers. */
const everything: readonly Part[] = [
  { ask: 'database', id: 'a' },
  { ask: 'selection', id: 'b', selector: (record) => record?.state },
  { ask: 'entry', id: 'c' },
  { ask: 'databases' },
  { ask: 'index', id: 'i' },
  { ask: 'indices' },
  { ask: 'limits', resource: 'database', id: 'd' },
  { ask: 'limits', resource: 'index', id: 'i' },
  { ask: 'summary' },
  { ask: 'polling' },
  { ask: 'transitions', id: 'a' },
  { ask: 'known' },
  { ask: 'creation', request: { database_name: 'x', platform: 'aws', primary_region: 'eu-west-1' } },
];

export function testLeaving(binding: BindingUnderTest): void {
  test('aborts what was asked for; nothing is rendered any more, and nothing complains', async () => {
    const complaint = vi.spyOn(console, 'error');
    onTestFinished(() => complaint.mockRestore());
    const stage = createStage(binding);
    stage.service.respond(() => undefined);
    await stage.show({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' });
    await stage.pass();
    stage.newRenders();
    await stage.leave();
    await stage.pass();
    expect(stage.service.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(stage.newRenders()).toBe(0);
    expect(stage.errors).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
  });

  test('leaves nothing behind: nothing is observed, no timer is armed, nothing is asked', async () => {
    const stage = createStage(binding);
    await stage.show(...everything);
    await stage.pass(1_000);
    expect([...stage.fleet.databases.known.value].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(stage.clock.armed).toBeGreaterThan(0);

    await stage.leave();
    await stage.pass();
    expect(stage.fleet.databases.known.value).toEqual([]);
    await stage.pass(1_000);
    expect(stage.clock.armed).toBe(0);
    stage.service.clear();
    stage.newRenders();
    await stage.pass(600_000);
    expect(stage.service.requests).toEqual([]);
    expect(stage.newRenders()).toBe(0);
  });

  test('the last values stay where the fleet is disposed of first', async () => {
    const complaint = vi.spyOn(console, 'error');
    onTestFinished(() => complaint.mockRestore());
    const stage = createStage(binding);
    await stage.show(...everything);
    await stage.pass(1_000);
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    const read = (): unknown[] => everything.map((_, at) => stage.on(at));
    const before = read();
    stage.fleet.dispose();
    await stage.pass();
    expect(read().slice(0, 9)).toEqual(before.slice(0, 9));
    await stage.leave();
    expect(stage.errors).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
  });
}
