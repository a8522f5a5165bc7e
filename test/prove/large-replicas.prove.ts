import { describe, inject, test } from 'vitest';
import { scaled } from '../support/scale.js';
import { expectEqualPolls } from './replica-scale.js';

/** Only in the long form: the polls and their service take most of two cores. */
const isLong = scaled({ short: false, long: true });

describe.runIf(inject('hasRedisServer') && isLong)('two replicas of a large fleet', () => {
  test('poll each of 100,000 ids once', async () => {
    await expectEqualPolls({ ids: 100_000, everyMs: 90_000, measuredMs: 90_000 }, [2]);
  }, 3_600_000);
});
