import { expect, vi } from 'vitest';
import { holdRequests } from '../../core/fleet/fleet-under-test.js';
import { databaseOf, usualAnswer } from '../../core/fleet/scripted-service.js';
import type { BindingUnderTest, PartFor } from './binding-under-test.js';
import { eventually } from '../../support/eventually.js';
import { createStage, expectNoise, type Stage, type StageTest } from './stage.js';

const forDatabase = (id: string): PartFor<'awaited'> => ({ ask: 'awaited', of: 'database', ids: [id] });

const textOf = (stage: Stage, at = 0): string | undefined => stage.element(at)?.textContent?.trim();

/** Renders until the check passes: React continues a suspended render in a later task. */
function eventuallyOn(stage: Stage, check: () => void): Promise<void> {
  return eventually(async () => {
    await stage.pass();
    check();
  });
}

/** Renders until a component throws. */
function eventuallyThrown(stage: Stage, code: string): Promise<void> {
  return eventually(async () => {
    const thrown: unknown = await stage.pass().catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code });
  });
}

export function testWaiting(test: StageTest, binding: BindingUnderTest): void {
  test('shows the fallback and then the record, with one request for all, at the minimum retention', async () => {
    const stage = createStage(binding, { retainMs: 0 });
    stage.service.respond(usualAnswer, 1_000);
    await stage.show(forDatabase('a'), forDatabase('a'));
    await stage.pass(999);
    expect([textOf(stage), textOf(stage, 1)]).toEqual(['waiting', 'waiting']);
    await stage.pass(1);
    await eventuallyOn(stage, () =>
      expect([stage.on(0), stage.on(1)]).toMatchObject([{ database_id: 'a' }, { database_id: 'a' }]),
    );
    expect(stage.service.requests).toHaveLength(1);
  });

  test('shows a known record and its changes, and waits again for another id', async ({ stage }) => {
    using complaint = vi.spyOn(console, 'error');
    const record = await stage.fleet.databases.refresh('a');
    await stage.show(forDatabase('a'));
    await eventuallyOn(stage, () => expect(stage.on(0)).toBe(record));
    await stage.answerWith('a', { state: 'suspended' });
    await eventuallyOn(stage, () => expect(stage.on(0)).toMatchObject({ state: 'suspended' }));
    expect(complaint).not.toHaveBeenCalled();
    await stage.show(forDatabase('b'));
    await eventuallyOn(stage, () => expect(stage.on(0)).toMatchObject({ database_id: 'b' }));
  });

  test('waits for several databases, whose requests are sent together', async ({ stage }) => {
    stage.service.respond((request) => usualAnswer(request), 1_000);
    await stage.show({ ask: 'awaited', of: 'databases', ids: ['b', 'a'] });
    await stage.pass(999);
    expect(textOf(stage)).toBe('waiting');
    expect(stage.service.requests.map(({ id }) => id)).toEqual(['b', 'a']);
    await stage.pass(1);
    await eventuallyOn(stage, () => expect(stage.on(0)).toMatchObject([{ database_id: 'b' }, { database_id: 'a' }]));
  });

  test('waits for the list of indices, for one index and for all', async ({ stage }) => {
    stage.service.respond(() => ({ json: [{ id: 'i', name: 'one' }] }), 1_000);
    await stage.show({ ask: 'awaited', of: 'index', ids: ['i'] }, { ask: 'awaited', of: 'indices', ids: [] });
    await stage.pass(999);
    expect([textOf(stage), textOf(stage, 1)]).toEqual(['waiting', 'waiting']);
    await stage.pass(1);
    await eventuallyOn(stage, () =>
      expect([stage.on(0), stage.on(1)]).toMatchObject([{ name: 'one' }, [{ name: 'one' }]]),
    );
    expect(stage.service.requests).toHaveLength(1);
  });

  const failing: readonly PartFor<'awaited'>[] = [
    forDatabase('b'),
    forDatabase('..'),
    { ask: 'awaited', of: 'databases', ids: ['a', 'b'] },
    { ask: 'awaited', of: 'index', ids: ['x'] },
    { ask: 'awaited', of: 'indices', ids: [] },
  ];
  test.for(failing)('throws the error if there is no value ($of $ids)', async (part, { stage }) => {
    expectNoise();
    stage.service.respond(({ operation, id }) => {
      if (operation === 'list') return part.of === 'index' ? { json: [] } : { status: 404 };
      return id === 'b' ? { status: 404 } : { json: databaseOf(id) };
    });
    const code = part.ids[0] === '..' ? 'invalid-request' : 'not-found';
    const shown: unknown = await stage.show(part).catch((error: unknown) => error);
    if (shown === undefined) await eventuallyThrown(stage, code);
    else expect(shown).toMatchObject({ code });
    expect(stage.errors).toEqual([]);
  });

  test('with `throwOnError: false` leaves out a database that cannot be loaded', async ({ stage }) => {
    stage.service.respond(({ id }) => (id === 'b' ? { status: 404 } : { json: databaseOf(id) }));
    await stage.show({ ask: 'awaited', of: 'databases', ids: ['a', 'b', '..', 'c'], throwOnError: false });
    await eventuallyOn(stage, () => expect(stage.on(0)).toMatchObject([{ database_id: 'a' }, { database_id: 'c' }]));
  });

  test('with `throwOnError: false` leaves out a database whose request is held, until it has a record', async ({
    stage,
  }) => {
    await stage.fleet.databases.refresh('a');
    await holdRequests(stage);
    await stage.show({ ask: 'awaited', of: 'databases', ids: ['a', 'b'], throwOnError: false });
    await eventuallyOn(stage, () => expect(stage.on(0)).toMatchObject([{ database_id: 'a' }]));
    await eventuallyOn(stage, () => expect(stage.fleet.databases.known.value).toContain('b'));
    stage.service.respond(usualAnswer);
    await stage.pass(3_660_000);
    await eventuallyOn(stage, () => expect(stage.on(0)).toMatchObject([{ database_id: 'a' }, { database_id: 'b' }]));
  });

  test('leaves no request and no timer if it unmounts during the wait', async ({ stage }) => {
    stage.service.respond(usualAnswer, 1_000);
    await stage.show(forDatabase('a'), { ask: 'awaited', of: 'indices', ids: [] });
    await stage.pass(500);
    await stage.leave();
    await stage.advance(60_000);
    await stage.advance(0);
    expect(stage.fleet.databases.known.value).toEqual([]);
    expect(stage.clock.armed).toBe(0);
    expect(stage.errors).toEqual([]);
  });

  test('throws `disposed` if the fleet is disposed of during the wait', async ({ stage }) => {
    expectNoise();
    stage.service.respond(() => undefined);
    await stage.load(forDatabase('a'));
    stage.fleet.dispose();
    await eventuallyThrown(stage, 'disposed');
    expect(stage.errors).toEqual([]);
  });
}
