import { inject, test } from 'vitest';
import { scaled } from '../support/scale.js';
import { expectEqualPolls, type Size } from './replica-scale.js';

const sizes: readonly Size[] = scaled({
  short: [{ ids: 500, everyMs: 2000, measuredMs: 5000 }],
  long: [
    { ids: 100, everyMs: 10_000, measuredMs: 20_000 },
    { ids: 1000, everyMs: 10_000, measuredMs: 20_000 },
    { ids: 10_000, everyMs: 20_000, measuredMs: 40_000 },
  ],
});
const memberCounts = scaled({ short: [2], long: [0, 2, 4] });

test.runIf(inject('hasRedisServer')).each(sizes)(
  'replicas poll each of $ids ids once, however many they are',
  async (size) => expectEqualPolls(size, memberCounts),
  3_600_000,
);
