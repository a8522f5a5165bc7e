import { describe, expect, it } from 'vitest';
import {
  checkPoller,
  fleetglassPoller,
  intervalPerId,
  listPerSecond,
  lookAtAll,
  type Poller,
  type PollerTask,
  queryPoller,
} from './scheduling/pollers.js';

describe('a poller in the benchmark', () => {
  it.each([listPerSecond, lookAtAll, intervalPerId, fleetglassPoller])(
    'polls each id once in each interval, evenly: $name',
    async (poller) => {
      expect(await checkPoller(poller, 10_000)).toBeLessThan(1.2);
    },
  );

  it('polls all ids in the same second, as query-core does', async () => {
    expect(await checkPoller(queryPoller, 10_000)).toBe(10);
  });

  it.each<[string, (task: PollerTask) => PollerTask]>([
    ['leaves one out', (task) => ({ ...task, ids: task.ids.slice(1) })],
    ['polls too seldom', (task) => ({ ...task, intervalMs: 2 * task.intervalMs })],
    ['polls too often', (task) => ({ ...task, intervalMs: task.intervalMs / 2 })],
  ])('is refused if it %s', async (_, break_) => {
    const broken: Poller = { name: 'broken', start: (task) => lookAtAll.start(break_(task)) };
    await expect(checkPoller(broken, 10_000)).rejects.toThrow('strictly deep-equal');
  });
});
