import { expect, test } from 'vitest';
import type { BindingUnderTest } from './binding-under-test.js';
import { createStage } from './stage.js';

export function testIds(binding: BindingUnderTest): void {
  test('a known record is in the first render', async () => {
    const stage = createStage(binding);
    const record = await stage.fleet.databases.refresh('a');
    await stage.show({ ask: 'database', id: 'a' });
    expect(stage.on(0)).toBe(record);
    expect(new Set(stage.rendered(0))).toEqual(new Set([record]));
  });

  test('an unknown record is requested, and shown when it arrives', async () => {
    const stage = createStage(binding);
    await stage.show({ ask: 'database', id: 'a' });
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    expect(stage.rendered(0)[0]).toBeUndefined();
    expect(stage.service.requests.map(({ id }) => id)).toEqual(['a']);
  });

  test('the record and its request follow an id that changes to undefined and back', async () => {
    const stage = createStage(binding);
    await stage.show({ ask: 'database', id: undefined });
    await stage.pass();
    expect(stage.on(0)).toBeUndefined();
    expect(stage.service.requests).toEqual([]);

    await stage.show({ ask: 'database', id: 'a' });
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    expect(stage.fleet.databases.known.value).toEqual(['a']);

    await stage.show({ ask: 'database', id: undefined });
    await stage.pass();
    expect(stage.on(0)).toBeUndefined();
    expect(stage.fleet.databases.known.value).toEqual([]);
  });

  test('a new id shows its own record at once, or nothing, and the old id is released', async () => {
    const stage = createStage(binding);
    await stage.fleet.databases.refresh('a');
    await stage.fleet.databases.refresh('b');
    await stage.show({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' });
    const before = [stage.rendered(0).length, stage.rendered(1).length];
    for (const id of ['b', 'c']) await stage.show({ ask: 'database', id }, { ask: 'entry', id });
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'c' });

    const records = stage.rendered(0).slice(before[0]) as ({ database_id: string } | undefined)[];
    expect(distinct(records.map((record) => record?.database_id))).toEqual(['b', undefined, 'c']);
    const entries = stage.rendered(1).slice(before[1]) as { id: string }[];
    expect(distinct(entries.map(({ id }) => id))).toEqual(['b', 'c']);
    expect(stage.fleet.databases.known.value).toEqual(['c']);
    stage.service.clear();
    await stage.pass(120_000);
    expect(distinct(stage.service.requests.map(({ id }) => id))).toEqual(['c']);
  });

  test('a new id aborts the request for the old one', async () => {
    const stage = createStage(binding);
    stage.service.respond(() => undefined);
    await stage.show({ ask: 'database', id: 'a' });
    await stage.pass();
    await stage.show({ ask: 'database', id: 'b' });
    await stage.pass();
    expect(stage.service.requests.map(({ id, signal }) => [id, signal.aborted])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  test('two components with one id share a request, and the id is polled until the last unmounts', async () => {
    const stage = createStage(binding);
    await stage.show({ ask: 'database', id: 'a' }, { ask: 'database', id: 'a' });
    await stage.pass();
    await expect.poll(() => stage.on(1)).toMatchObject({ database_id: 'a' });
    expect(stage.on(0)).toBe(stage.on(1));
    expect(stage.service.requests).toHaveLength(1);

    await stage.show({ ask: 'database', id: 'a' });
    await stage.pass(30_000);
    expect(stage.element(1)).toBeNull();
    expect(stage.service.requests.length).toBeGreaterThan(1);
  });

  test('the record is in the first render of a remounted component', async () => {
    const stage = createStage(binding);
    await stage.show({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' });
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    await stage.leave();
    await stage.pass(1_000);

    const before = [stage.rendered(0).length, stage.rendered(1).length];
    await stage.show({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' });
    await stage.pass();
    const record = stage.fleet.databases.record('a').value;
    expect(distinct(stage.rendered(0).slice(before[0]))).toEqual([record]);
    expect(stage.rendered(1).slice(before[1])).not.toContainEqual(expect.objectContaining({ record: undefined }));
    expect(stage.rendered(1).slice(before[1])).not.toContainEqual(expect.objectContaining({ status: 'loading' }));
  });
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Set(values)];
}
