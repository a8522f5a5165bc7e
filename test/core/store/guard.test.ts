import { afterEach, expect, test, vi } from 'vitest';
import { createGuard } from '../../../src/core/store/guard.js';

afterEach(() => vi.restoreAllMocks());

const thrown = new RangeError('of a user');
const another = new RangeError('of onError');

function fail(error: Error): never {
  throw error;
}

test('reports an error that a task throws or rejects with', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const guard = createGuard(onError);
  guard.run(() => fail(thrown));
  guard.run(async () => fail(another));
  await Promise.resolve();
  expect(onError.mock.calls).toEqual([[thrown], [another]]);
});

test('writes both errors to the console if onError throws or rejects', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  createGuard(() => fail(another)).report(thrown);
  createGuard(async () => fail(another)).report(thrown);
  await Promise.resolve();
  expect(log.mock.calls).toEqual([
    [thrown, another],
    [thrown, another],
  ]);
});

test('ignores a console that throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => fail(another));
  const guard = createGuard(() => fail(another));
  expect(() => guard.report(thrown)).not.toThrow();
  guard.run(async () => fail(thrown));
  await Promise.resolve();
});

test('ignores results that are not promises', () => {
  const onError = vi.fn<(error: unknown) => void>();
  const guard = createGuard(onError);
  for (const result of [undefined, null, 1, 'text', {}, () => fail(thrown)]) guard.reportRejection(result);
  expect(onError).not.toHaveBeenCalled();
});
