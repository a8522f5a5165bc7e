import { expect } from 'vitest';
import type { Database } from '../../../src/index.js';
import { usualAnswer } from '../../core/fleet/scripted-service.js';
import { countSubscriptions, type Stage, type StageTest } from './stage.js';

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
