import { expect, onTestFinished, test, vi } from 'vitest';
import type { BindingUnderTest } from './binding-under-test.js';
import { everyPart } from './every-part.js';
import { createStage } from './stage.js';

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
    await stage.show(...everyPart);
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
