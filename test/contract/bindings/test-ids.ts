import { expect } from 'vitest';
import type { Database, Entry } from '../../../src/index.js';
import { usualAnswer, type Script } from '../../core/fleet/scripted-service.js';
import type { Part } from './binding-under-test.js';
import { countSubscriptions, type Stage, type StageTest } from './stage.js';

export function testIds(test: StageTest): void {
  test('the record and its request follow an id that changes to undefined and back', async ({ stage }) => {
    await stage.load({ ask: 'database', id: undefined });
    expect(stage.on(0)).toBeUndefined();
    expect(stage.service.requests).toEqual([]);

    await stage.load({ ask: 'database', id: 'a' });
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    expect(stage.fleet.databases.known.value).toEqual(['a']);

    await stage.load({ ask: 'database', id: undefined });
    expect(stage.on(0)).toBeUndefined();
    expect(stage.fleet.databases.known.value).toEqual([]);
  });

  test('a new id shows its own record at once, or nothing, and the old id is released', async ({ stage }) => {
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

  test('two components with one id share a request, and the id is polled until the last unmounts', async ({
    stage,
  }) => {
    await stage.load({ ask: 'database', id: 'a' }, { ask: 'database', id: 'a' });
    await expect.poll(() => stage.on(1)).toMatchObject({ database_id: 'a' });
    expect(stage.on(0)).toBe(stage.on(1));
    expect(stage.service.requests).toHaveLength(1);

    await stage.show({ ask: 'database', id: 'a' });
    await stage.pass(30_000);
    expect(stage.element(1)).toBeNull();
    expect(stage.service.requests.length).toBeGreaterThan(1);
  });

  test('the record is in the first render of a remounted component', async ({ stage }) => {
    await stage.load({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' });
    await expect.poll(() => stage.on(0)).toMatchObject({ database_id: 'a' });
    await stage.leave();
    await stage.pass(1_000);

    const before = [stage.rendered(0).length, stage.rendered(1).length];
    await stage.load({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' });
    const record = stage.fleet.databases.record('a').value;
    expect(distinct(stage.rendered(0).slice(before[0]))).toEqual([record]);
    expect(stage.rendered(1).slice(before[1])).not.toContainEqual(expect.objectContaining({ record: undefined }));
    expect(stage.rendered(1).slice(before[1])).not.toContainEqual(expect.objectContaining({ status: 'loading' }));
  });

  test('an entry is first loading, then fresh', async ({ stage }) => {
    stage.service.respond(usualAnswer, 1_000);
    await stage.load({ ask: 'entry', id: 'a' });
    expect(stage.on(0)).toMatchObject({ id: 'a', status: 'loading', fetching: true, record: undefined });
    await stage.pass(1_000);
    await expect.poll(() => stage.on(0)).toMatchObject({ status: 'fresh', record: { database_id: 'a' } });
  });
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Set(values)];
}

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

export function testKeepPrevious(test: StageTest): void {
  async function showA(stage: Stage) {
    const record = await stage.fleet.databases.refresh('a');
    await stage.load(...partsOf('a'));
    // The last value counts too: a framework need not render an id whose value is the same.
    const shownBefore = stage.rendered(0).length - 1;
    const ids = (): unknown[] => [
      (stage.on(0) as Database | undefined)?.database_id,
      stage.on(1),
      (stage.on(2) as Entry<Database> | undefined)?.id,
    ];
    return { record, ids, newRecords: () => [...new Set(stage.rendered(0).slice(shownBefore))] };
  }

  test('stays until the new id has a record, even if the id changes several times', async ({ stage }) => {
    const { record, ids, newRecords } = await showA(stage);
    stage.service.respond(withoutB);
    await stage.load(...partsOf('b'));
    stage.service.respond(usualAnswer, 1_000);
    await stage.show(...partsOf('c'));
    await stage.pass(500);
    expect(ids()).toEqual(['a', 'a', 'a']);
    expect(stage.on(0)).toBe(record);
    expect(stage.on(2)).toMatchObject({ status: 'fresh', record });
    expect(stage.fleet.databases.known.value).toEqual(['c']);

    await stage.pass(500);
    await expect.poll(ids).toEqual(['c', 'c', 'c']);
    expect(newRecords()).toEqual([record, stage.fleet.databases.record('c').value]);
  });

  test('is not shown without an id, nor for or after an invalid id', async ({ stage }) => {
    const { ids, newRecords } = await showA(stage);
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

const idsOn = (stage: Stage, at: number): unknown => (stage.on(at) as Database[]).map(({ database_id }) => database_id);

export function testLists(test: StageTest): void {
  test('the records of some ids are shown in their order, as soon as they are known', async ({ stage }) => {
    await stage.fleet.databases.refresh('other');
    await stage.fleet.databases.refresh('b');
    stage.service.respond(usualAnswer, 1_000);
    await stage.show({ ask: 'databases', ids: ['a', 'b', '..', 'a'] });
    expect(idsOn(stage, 0)).toEqual(['b']);
    await stage.pass(1_000);
    await expect.poll(() => idsOn(stage, 0)).toEqual(['a', 'b', 'a']);
    expect(stage.service.requests.map(({ id }) => id)).toEqual(['other', 'b', 'a']);
    await stage.show({ ask: 'databases', ids: ['b'] });
    expect(idsOn(stage, 0)).toEqual(['b']);
    await stage.pass();
    expect(stage.fleet.databases.known.value).toEqual(['b']);
  });

  test('the entries of some ids render only when a member that is read changes', async ({ stage }) => {
    for (const id of ['a', 'b']) await stage.fleet.databases.refresh(id);
    await stage.load({ ask: 'entries', ids: ['b', 'a', 'a/b'], reads: ['id', 'status', 'record', 'error'] });
    const shown = (stage.on(0) as string).match(/"(b|a|a.b)","(fresh|unknown)"/g);
    expect(shown).toEqual(['"b","fresh"', '"a","fresh"', '"a/b","unknown"']);
    expect(stage.on(0)).toContain('invalid-request');
    stage.newRenders();
    stage.service.clear();
    await stage.pass(60_000);
    expect(stage.service.requests.length).toBeGreaterThan(2);
    expect(stage.newRenders()).toBe(0);
    await stage.change('b', { database_name: 'new' });
    expect(stage.on(0)).toContain('"new"');
    expect(stage.newRenders()).toBe(1);
  });

  test('a new list with the same ids does not subscribe, and another list keeps the requests of its ids', async ({
    stage,
  }) => {
    stage.service.respond(() => undefined);
    const count = countSubscriptions([stage.fleet.databases.record('a'), stage.fleet.databases.entry('b')]);
    const show = (...more: string[]) =>
      stage.show({ ask: 'databases', ids: ['a', ...more] }, { ask: 'entries', ids: ['b', ...more], reads: ['record'] });
    await show();
    await stage.pass();
    const before = count();
    expect(before.open).toBe(2);
    await show();
    expect(count()).toEqual(before);
    await show('c');
    await stage.pass();
    expect(count().open).toBe(2);
    const requests = stage.service.requests.map(({ id, signal }) => `${id} ${signal.aborted}`);
    expect(new Set(requests)).toEqual(new Set(['a false', 'b false', 'c false']));
    expect(requests).toHaveLength(3);
    await stage.leave();
    await stage.pass();
    expect(count().open).toBe(0);
    expect(stage.fleet.databases.known.value).toEqual([]);
  });
}
