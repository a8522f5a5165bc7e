import { describe, expect, test } from 'vitest';
import { readPollingOptions, type PollingOptions } from '../../../src/core/fleet/polling-options.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';

function pathsOf(options: unknown): (string | undefined)[] {
  try {
    readPollingOptions(options as PollingOptions);
    return [];
  } catch (error) {
    if (!(error instanceof FleetError)) throw error;
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    return error.issues?.map(({ path }) => path) ?? [];
  }
}

describe('the options of the polling', () => {
  test('all have defaults', () => {
    expect(pathsOf(undefined)).toEqual([]);
    expect(pathsOf({})).toEqual([]);
  });

  test('are returned', () => {
    const options = { cadence: () => 1000, concurrency: 1, perSecond: 0.1, burst: 1, pollWhile: ['hidden'] } as const;
    expect(readPollingOptions(options)).toEqual(options);
  });

  test.each<[unknown, string[]]>([
    ['fast', ['polling']],
    [null, ['polling']],
    [[], ['polling']],
    [{ cadence: 1000 }, ['polling.cadence']],
    [{ concurrency: 0 }, ['polling.concurrency']],
    [{ concurrency: 1.5 }, ['polling.concurrency']],
    [{ concurrency: '8' }, ['polling.concurrency']],
    [{ perSecond: 0 }, ['polling.perSecond']],
    [{ perSecond: Infinity }, ['polling.perSecond']],
    [{ perSecond: NaN }, ['polling.perSecond']],
    [{ burst: 0.5 }, ['polling.burst']],
    [{ pollWhile: 'hidden' }, ['polling.pollWhile']],
    [{ pollWhile: ['asleep'] }, ['polling.pollWhile']],
    [{ persecond: 5 }, ['polling.persecond']],
    [{ burst: 0, concurrency: -1, perSecond: null }, ['polling.concurrency', 'polling.perSecond', 'polling.burst']],
  ])('%j: the error names each invalid path', (options, paths) => {
    expect(pathsOf(options)).toEqual(paths);
  });
});
