import { afterEach, expect, test, vi } from 'vitest';
import { Guard } from '../../../src/core/store/guard.js';

afterEach(() => vi.restoreAllMocks());

const thrown = new RangeError('of a user');
const another = new RangeError('of onError');

function fail(error: Error): never {
  throw error;
}

test('writes both errors to the console if onError throws or rejects', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  new Guard(() => fail(another)).report(thrown);
  new Guard(async () => fail(another)).report(thrown);
  await Promise.resolve();
  expect(log.mock.calls).toEqual(Array(2).fill([thrown, another]));
});

test('reports the rejection of a promise that is no instance of the global Promise, such as with zone.js', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const ofEngine = (async () => fail(thrown))();
  vi.stubGlobal('Promise', class extends Promise<unknown> {});
  try {
    new Guard(onError).reportRejection(ofEngine);
  } finally {
    vi.unstubAllGlobals();
  }
  await ofEngine.catch(() => {});
  await Promise.resolve();
  expect(onError).toHaveBeenCalledWith(thrown);
});
