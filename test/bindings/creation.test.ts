import { describe, expect, test, vi } from 'vitest';
import { createCreation, type CreationOptions } from '../../src/bindings/creation.js';
import { createFleetUnderTest } from '../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../core/fleet/scripted-service.js';

const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;

function setUp(current?: CreationOptions) {
  const underTest = createFleetUnderTest();
  const options: { current?: CreationOptions | undefined } = { current };
  const creation = createCreation(underTest.fleet, options);
  const statuses: string[] = [];
  creation.subscribe(({ status }) => void statuses.push(status));
  return { ...underTest, ...creation.actions, creation, statuses, options };
}

test('returns the same promise to calls during a creation', async () => {
  const { create, createAsync, service, advance } = setUp();
  service.respond(usualAnswer, 1_000);
  const first = createAsync(request);
  expect(create(request)).toBeUndefined();
  expect(createAsync(request)).toBe(first);
  await advance(1_000);
  expect(await first).toMatchObject({ database_id: 'new-1' });
  expect(service.requests).toHaveLength(1);
  create(request);
  await advance(0);
  expect(service.requests).toHaveLength(2);
});

test('can be reset after the creation, and not before', async () => {
  const { createAsync, reset, creation, statuses } = setUp();
  const pending = createAsync(request);
  reset();
  expect(creation.value.status).toBe('pending');
  await pending;
  reset();
  expect(creation.value).toMatchObject({ status: 'idle', variables: undefined, data: undefined });
  expect(statuses).toEqual(['idle', 'pending', 'success', 'idle']);
});

test.each([null, 5, 5n, {}, { ...request, platform: 'moon' }])('refuses %o without a request', async (wrong) => {
  const onError = vi.fn<NonNullable<CreationOptions['onError']>>();
  const { createAsync, creation, service } = setUp({ onError });
  await expect(createAsync(wrong as never)).rejects.toMatchObject({ code: 'invalid-request' });
  expect(creation.value).toMatchObject({ status: 'error', error: { code: 'invalid-request' } });
  expect(onError.mock.calls).toEqual([[creation.value.error, creation.value.variables]]);
  expect(service.requests).toEqual([]);
});

test('`variables` have no credentials, neither in the state nor in a callback', async () => {
  const onSettled = vi.fn<() => void>();
  const { createAsync, creation } = setUp({ onSettled });
  const withSecret = { ...request, password: 'canary-7f3a', nested: { rest_token: 'canary-7f3a' } };
  // Frameworks pass proxies.
  await createAsync(new Proxy(withSecret, {})).catch(() => {});
  expect(onSettled).toHaveBeenCalledOnce();
  expect(creation.value.variables).toMatchObject(request);
  expect(JSON.stringify([creation.value, onSettled.mock.calls])).not.toContain('canary');
});

describe('callbacks', () => {
  test('are the newest ones, are called once, and after the change of the state', async () => {
    const calls: unknown[] = [];
    const record =
      (name: string) =>
      (...args: unknown[]) =>
        void calls.push([name, creation.value.status, ...args]);
    const { createAsync, creation, service, options } = setUp({ onSuccess: record('old') });
    const first = createAsync(request);
    void createAsync(request);
    options.current = { onSuccess: record('success'), onError: record('error'), onSettled: record('settled') };
    const data = await first;
    expect(calls.splice(0)).toEqual([
      ['success', 'success', data, request],
      ['settled', 'success', data, undefined, request],
    ]);
    service.respond(() => ({ status: 400, json: { error: 'no' } }));
    const error: unknown = await createAsync(request).catch((reason: unknown) => reason);
    expect(calls).toEqual([
      ['error', 'error', error, request],
      ['settled', 'error', undefined, error, request],
    ]);
  });

  test('that throw or reject are reported to `onError` of the fleet, and change nothing', async () => {
    const { createAsync, creation, errors } = setUp({
      onSuccess() {
        throw new Error('first');
      },
      onSettled: async () => Promise.reject(new Error('second')),
    });
    expect(await createAsync(request)).toMatchObject({ database_id: 'new-1' });
    expect(creation.value.status).toBe('success');
    await expect.poll(() => errors.map((error) => (error as Error).message)).toEqual(['first', 'second']);
  });
});

test('sends once, although a listener calls it again when notified', async () => {
  const { creation, createAsync, service } = setUp();
  const answers: unknown[] = [];
  creation.subscribe(({ status }) => void (status === 'pending' && answers.push(createAsync(request))));
  const first = createAsync(request);
  expect(answers).toEqual([first]);
  await first;
  expect(service.requests).toHaveLength(1);
});
