import { expect, test } from 'vitest';
import type { Database, Entry } from '../../../src/index.js';
import { usualAnswer } from '../../core/fleet/scripted-service.js';
import type { BindingUnderTest } from './binding-under-test.js';
import { createStage } from './stage.js';

export function testEntries(binding: BindingUnderTest): void {
  test('is first loading, then fresh', async () => {
    const stage = createStage(binding);
    stage.service.respond(usualAnswer, 1_000);
    await stage.show({ ask: 'entry', id: 'a' });
    await stage.pass();
    expect(stage.on(0)).toMatchObject({ id: 'a', status: 'loading', fetching: true, record: undefined });
    await stage.pass(1_000);
    await expect.poll(() => stage.on(0)).toMatchObject({ status: 'fresh', record: { database_id: 'a' } });
  });

  test('keeps the record after a failed request, with the error', async () => {
    const stage = createStage(binding);
    const record = await stage.fleet.databases.refresh('a');
    await stage.show({ ask: 'entry', id: 'a' });
    stage.service.respond(() => ({ status: 500 }));
    await stage.pass(15_000);
    await expect
      .poll(() => stage.on(0))
      .toMatchObject({ status: 'stale', error: { code: 'unavailable', status: 500 } });
    expect((stage.on(0) as Entry<Database>).record).toBe(record);
  });

  test('is missing if the database does not exist', async () => {
    const stage = createStage(binding);
    stage.service.respond(() => ({ status: 404 }));
    await stage.show({ ask: 'entry', id: 'a' });
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject({ status: 'missing', record: undefined });
  });

  test('is undefined without an id', async () => {
    const stage = createStage(binding);
    await stage.show({ ask: 'entry', id: undefined });
    expect(stage.on(0)).toBeUndefined();
  });
}
