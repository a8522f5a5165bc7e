import { describe, expect, test } from 'vitest';
import { cadence, createCheckedCadence, type PollFacts } from '../../../src/core/polling/cadence.js';
import { Guard } from '../../../src/core/store/guard.js';
import { pollFacts } from './poll-facts.js';

const TRACKED = pollFacts({ waiting: 0, observed: 0, tracked: 1 });

test.each<[string, Partial<PollFacts>, number]>([
  ['2 s while its modifying_state is set', { modifying: true }, 2000],
  ['2 s while a waitFor is pending', { waiting: true }, 2000],
  ['2 s while it changes, observed or not', { modifying: true, observed: true, active: false }, 2000],
  ['15 s while it is observed', { observed: true }, 15_000],
  ['15 s while it is observed and not active', { observed: true, active: false }, 15_000],
  ['60 s while it is tracked', {}, 60_000],
  ['120 s while it is tracked and not active', { active: false }, 120_000],
  ['60 s while nothing is known of it', { hasRecord: false, active: false }, 60_000],
  ['300 s while it is missing', { missing: true }, 300_000],
  [
    '300 s while it is missing, whatever its last record contains',
    { missing: true, modifying: true, observed: true },
    300_000,
  ],
  ['30 s while the list of vector indices is observed', { resource: 'vector-index-list', observed: true }, 30_000],
  ['120 s while the list of vector indices is tracked', { resource: 'vector-index-list' }, 120_000],
])('the cadence is %s', (_, facts, intervalMs) => expect(cadence({ ...TRACKED, ...facts })).toBe(intervalMs));

function check(custom: () => unknown): { readonly ask: () => number; readonly errors: unknown[] } {
  const errors: unknown[] = [];
  const checked = createCheckedCadence(custom as typeof cadence, new Guard((error) => errors.push(error)));
  return { ask: () => checked({ ...TRACKED, observed: true }), errors };
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
