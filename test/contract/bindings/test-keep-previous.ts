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
    // The last one counts too: a framework need not render an id whose value is the same.
    const shownBefore = stage.rendered(0).length - 1;
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
}
