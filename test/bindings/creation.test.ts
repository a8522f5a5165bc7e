import { expect, onTestFinished, test, vi } from 'vitest';
import { createCreation } from '../../src/bindings/creation.js';
import { createFleetUnderTest, type FleetUnderTest } from '../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../core/fleet/scripted-service.js';

const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;

function setUp(): FleetUnderTest & {
  readonly creation: ReturnType<typeof createCreation>;
  readonly statuses: string[];
} {
  const underTest = createFleetUnderTest();
  const creation = createCreation(underTest.fleet);
  const statuses: string[] = [];
  creation.subscribe(({ status }) => void statuses.push(status));
  return { ...underTest, creation, statuses };
}

test('returns the same promise to calls during a creation', async () => {
  const { creation, service, advance } = setUp();
  service.respond(usualAnswer, 1_000);
  const first = creation.create(request);
  expect(creation.create(request)).toBe(first);
  await advance(1_000);
  expect(await first).toMatchObject({ database_id: 'new-1' });
  expect(creation.create(request)).not.toBe(first);
});

test('can be reset after the creation, and not before', async () => {
  const { creation, statuses } = setUp();
  const pending = creation.create(request);
  creation.reset();
  expect(creation.value.status).toBe('pending');
  await pending;
  creation.reset();
  expect(creation.value).toEqual({ status: 'idle' });
  expect(statuses).toEqual(['idle', 'pending', 'created', 'idle']);
});

test('sends once, although a listener calls it again when notified', async () => {
  const { creation, service } = setUp();
  const answers: unknown[] = [];
  creation.subscribe(({ status }) => void (status === 'pending' && answers.push(creation.create(request))));
  const first = creation.create(request);
  expect(answers).toEqual([first]);
  await first;
  expect(service.requests).toHaveLength(1);
});

test('a listener that throws affects neither other listeners nor the request', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => complaint.mockRestore());
  const { creation } = setUp();
  creation.subscribe(({ status }) => {
    throw new Error(status);
  });
  const statuses: string[] = [];
  creation.subscribe(({ status }) => void statuses.push(status));
  expect(await creation.create(request)).toMatchObject({ database_id: 'new-1' });
  creation.reset();
  expect(statuses).toEqual(['idle', 'pending', 'created', 'idle']);
  expect(complaint.mock.calls.map(([error]) => (error as Error).message)).toEqual(statuses);
});

test('the last listener gets the final state, even if an earlier listener reset it', async () => {
  const { creation } = setUp();
  creation.subscribe(({ status }) => void (status === 'created' && creation.reset()));
  const statuses: string[] = [];
  creation.subscribe(({ status }) => void statuses.push(status));
  await creation.create(request);
  expect(statuses.at(-1)).toBe('idle');
  expect(statuses).not.toContain('created');
});
