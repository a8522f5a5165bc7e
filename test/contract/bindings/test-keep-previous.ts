import { expect, test } from 'vitest';
import type { Database, Entry } from '../../../src/index.js';
import { usualAnswer, type Script } from '../../core/fleet/scripted-service.js';
import type { BindingUnderTest, Part } from './binding-under-test.js';
import { createStage } from './stage.js';

const options = { keepPrevious: true };

function partsOf(id: string | undefined): Part[] {
  return [
    { ask: 'database', id, options },
    { ask: 'selection', id, options, selector: (record) => record?.database_id },
    { ask: 'entry', id, options },
  ];
}

/** Answers every request except those for `b`. */
const withoutB: Script = (request) => (request.id === 'b' ? undefined : usualAnswer(request));

export function testKeepPrevious(binding: BindingUnderTest): void {
  async function createStageWithA() {
    const stage = createStage(binding);
    const record = await stage.fleet.databases.refresh('a');
    await stage.show(...partsOf('a'));
    await stage.pass();
    const shownBefore = stage.rendered(0).length;
    const ids = (): unknown[] => [
      (stage.on(0) as Database | undefined)?.database_id,
      stage.on(1),
      (stage.on(2) as Entry<Database> | undefined)?.id,
    ];
    return { stage, record, ids, newRecords: () => [...new Set(stage.rendered(0).slice(shownBefore))] };
  }

  test('stays until the new id has a record', async () => {
    const { stage, record, ids, newRecords } = await createStageWithA();
    stage.service.respond(usualAnswer, 1_000);
    await stage.show(...partsOf('b'));
    await stage.pass(500);
    expect(ids()).toEqual(['a', 'a', 'a']);
    expect(stage.on(0)).toBe(record);
    expect(stage.on(2)).toMatchObject({ status: 'fresh', record });
    expect(stage.fleet.databases.known.value).toEqual(['b']);

    await stage.pass(500);
    await expect.poll(ids).toEqual(['b', 'b', 'b']);
    expect(newRecords()).toEqual([record, stage.fleet.databases.record('b').value]);
  });

  test('does not replace a record that the new id has', async () => {
    const { stage, ids, newRecords } = await createStageWithA();
    const record = await stage.fleet.databases.refresh('b');
    await stage.show(...partsOf('b'));
    expect(ids()).toEqual(['b', 'b', 'b']);
    expect(newRecords()).toEqual([record]);
  });

  test('is the last record that was shown, over several changes of the id', async () => {
    const { stage, ids } = await createStageWithA();
    stage.service.respond(withoutB);
    await stage.show(...partsOf('b'));
    await stage.pass();
    stage.service.respond(usualAnswer, 1_000);
    await stage.show(...partsOf('c'));
    await stage.pass(500);
    expect(ids()).toEqual(['a', 'a', 'a']);
    await stage.pass(500);
    await expect.poll(ids).toEqual(['c', 'c', 'c']);
  });

  test.each([
    ['fails', 500, 'unknown'],
    ['does not exist', 404, 'missing'],
  ])('ends when the new id %s', async (_, status, entryStatus) => {
    const { stage, ids } = await createStageWithA();
    stage.service.respond(() => ({ status }), 1_000);
    await stage.show(...partsOf('b'));
    await stage.pass(500);
    expect(ids()).toEqual(['a', 'a', 'a']);
    await stage.pass(500);
    await expect.poll(ids).toEqual([undefined, undefined, 'b']);
    expect(stage.on(2)).toMatchObject({ id: 'b', status: entryStatus, record: undefined });

    stage.service.respond(withoutB);
    await stage.show(...partsOf('c'));
    await stage.pass(1_000);
    await expect.poll(ids).toEqual(['c', 'c', 'c']);
  });

  test('is not shown without an id, for an invalid id, or after it', async () => {
    const { stage, ids, newRecords } = await createStageWithA();
    stage.service.respond(withoutB);
    await stage.show(...partsOf(undefined));
    expect(ids()).toEqual([undefined, undefined, undefined]);
    await stage.show(...partsOf('b'));
    expect(ids()).toEqual([undefined, undefined, 'b']);
    await stage.show(...partsOf('a'));
    expect(ids()).toEqual(['a', 'a', 'a']);
    await stage.show(...partsOf('a/b'));
    expect(ids()).toEqual([undefined, undefined, 'a/b']);
    expect(newRecords()).toHaveLength(2);
  });

  test('follows no later change of the previous id', async () => {
    const { stage, record } = await createStageWithA();
    stage.service.respond(withoutB);
    await stage.show(...partsOf('b'));
    await stage.pass();
    stage.service.respond(({ id }) => ({ json: { ...record, database_id: id, database_name: 'later' } }));
    await stage.fleet.databases.refresh('a');
    await stage.pass();
    expect(stage.on(0)).toBe(record);
  });

  test('does not delay the changes of other components', async () => {
    const { stage } = await createStageWithA();
    stage.service.respond(withoutB);
    await stage.show(...partsOf('b'), { ask: 'database', id: 'c' });
    await stage.pass();
    expect(stage.on(2)).toMatchObject({ id: 'a' });
    await expect.poll(() => stage.on(3)).toMatchObject({ database_id: 'c' });
  });

  test('ends for a vector index that the list does not have', async () => {
    const stage = createStage(binding);
    const answerWith =
      (...ids: string[]): Script =>
      () => ({ json: ids.map((id) => ({ id, name: id })) });
    stage.service.respond(answerWith('i', 'j'));
    await stage.fleet.indices.refresh();
    for (const id of ['i', 'j']) {
      await stage.show({ ask: 'index', id, options });
      await stage.pass();
      expect(stage.on(0)).toMatchObject({ id });
    }
    await stage.show({ ask: 'index', id: 'k', options });
    await stage.pass();
    await expect.poll(() => stage.on(0)).toBeUndefined();
    stage.service.respond(answerWith('k'));
    await stage.fleet.indices.refresh();
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject({ id: 'k' });
  });

  test('is not shown without the option', async () => {
    const stage = createStage(binding);
    const record = await stage.fleet.databases.refresh('a');
    stage.service.respond(withoutB);
    const parts = (id: string): Part[] => [
      { ask: 'database', id },
      { ask: 'entry', id },
    ];
    await stage.show(...parts('a'));
    expect(stage.on(0)).toBe(record);
    await stage.show(...parts('b'));
    expect(stage.on(0)).toBeUndefined();
    expect(stage.on(1)).toMatchObject({ id: 'b', record: undefined });
  });
}
