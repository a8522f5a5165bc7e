import { expect, test } from 'vitest';
import { createGroupUnderTest } from './group-under-test.js';

const IDS = Array.from({ length: 20 }, (_, nth) => `id-${nth}`);
const INTERVAL_MS = 60_000;

test.each(['one', 'split'] as const)(
  'the successor of a dead owner polls no id within half an interval (%s owner)',
  async (owners) => {
    const { engine, service, join, advance } = createGroupUnderTest({ owners });
    const [first, second, third] = [join(), join(), join()];
    // The ids have other phases in each fleet.
    second.fleet.databases.add(['other', ...IDS.toReversed()]);
    third.fleet.databases.add(['others', ...IDS]);
    first.fleet.databases.add(IDS);
    await advance(5.3 * INTERVAL_MS);
    engine.kill(first.id);
    first.fleet.dispose();
    await advance(5 * INTERVAL_MS);
    for (const id of IDS) {
      const times = service.requests.filter((request) => request.id === id).map(({ atMs }) => atMs);
      // The first two polls spread the ids over the interval.
      const gaps = times.slice(2).map((atMs, at) => atMs - (times[at + 1] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS / 2 - 1);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(1.5 * INTERVAL_MS + 2000);
    }
  },
);
