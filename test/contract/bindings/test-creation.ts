import { expect, vi } from 'vitest';
import type { CreateDatabaseRequest, Database } from '../../../src/index.js';
import { usualAnswer } from '../../core/fleet/scripted-service.js';
import type { PartFor } from './binding-under-test.js';
import type { StageTest } from './stage.js';

const request: CreateDatabaseRequest = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' };

const form: PartFor<'creation'> = { ask: 'creation', request };

export function testCreation(test: StageTest): void {
  test('shows the status: idle, pending, success', async ({ stage }) => {
    stage.service.respond(usualAnswer, 1_000);
    await stage.show(form);
    expect(stage.on(0)).toMatchObject({ status: 'idle' });
    stage.element(0)?.click();
    await stage.pass();
    expect(stage.on(0)).toMatchObject({ status: 'pending', isPending: true, variables: request });
    await stage.pass(1_000);
    await expect
      .poll(() => stage.on(0))
      .toMatchObject({ status: 'success', data: { database_id: 'new-1' }, variables: request });
    expect(stage.service.requests.map(({ body }) => JSON.parse(body))).toEqual([request]);
  });

  test('shows the error after a failure, and can be tried again', async ({ stage }) => {
    stage.service.respond(() => ({ status: 400, json: { error: 'the plan is not available in this region' } }));
    await stage.show(form);
    stage.element(0)?.click();
    await stage.pass();
    await expect
      .poll(() => stage.on(0))
      .toMatchObject({
        status: 'error',
        error: { code: 'rejected', message: expect.stringContaining('the plan is not available in this region') },
      });
    stage.service.respond(usualAnswer);
    stage.element(0)?.click();
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject({ status: 'success' });
  });

  test('adds the database and calls back if the form unmounts before the answer', async ({ stage }) => {
    stage.service.respond(usualAnswer, 1_000);
    const onSuccess = vi.fn<(created: Database) => void>();
    await stage.show({ ...form, callbacks: { onSuccess } });
    stage.element(0)?.click();
    await stage.pass();
    await stage.leave();
    await stage.pass(1_000);
    await expect.poll(() => stage.fleet.databases.known.value).toEqual(['new-1']);
    expect(onSuccess.mock.calls).toEqual([[expect.objectContaining({ database_id: 'new-1' }), request]]);
    expect(stage.errors).toEqual([]);
  });
}
