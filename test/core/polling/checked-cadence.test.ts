import { describe, expect, test } from 'vitest';
import type { Cadence, CadenceFacts } from '../../../src/core/polling/cadence.js';
import { createCheckedCadence } from '../../../src/core/polling/cadence.js';
import { createGuard } from '../../../src/core/store/guard.js';

const FACTS: CadenceFacts = {
  resource: 'database',
  hasRecord: true,
  modifying: false,
  active: true,
  missing: false,
  waiting: false,
  observed: true,
  tracked: true,
};

function check(custom: () => unknown): { readonly ask: () => number; readonly errors: unknown[] } {
  const errors: unknown[] = [];
  const checked = createCheckedCadence(
    custom as Cadence,
    createGuard((error) => errors.push(error)),
  );
  return { ask: () => checked(FACTS), errors };
}

describe("a user's cadence", () => {
  test.each([0, 0.5, 60_000, Infinity])('that returns %d is used', (intervalMs) => {
    const { ask, errors } = check(() => intervalMs);
    expect(ask()).toBe(intervalMs);
    expect(errors).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['NaN', () => NaN],
    ['less than 0', () => -1],
    ['-Infinity', () => -Infinity],
    ['a string', () => '5000'],
    ['a bigint', () => 5000n],
    ['a promise', () => Promise.resolve(5000)],
  ])('that returns %s is replaced by the default, and reported once', (_, custom) => {
    const { ask, errors } = check(custom);
    expect([ask(), ask(), ask()]).toEqual([15_000, 15_000, 15_000]);
    expect(errors).toMatchObject([
      { name: 'FleetError', code: 'invalid-request', issues: [{ path: 'polling.cadence' }] },
    ]);
  });

  test('that throws is replaced by the default, and its error is reported', () => {
    const error = new RangeError('thrown');
    const { ask, errors } = check(() => {
      throw error;
    });
    expect(ask()).toBe(15_000);
    expect(errors).toEqual([error]);
  });

  test('whose promise rejects does not end the process', async () => {
    const error = new RangeError('rejected');
    const { ask, errors } = check(() => Promise.reject(error));
    ask();
    await Promise.resolve();
    expect(errors).toContain(error);
  });
});
