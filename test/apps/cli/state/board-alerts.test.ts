import { expect, it } from 'vitest';
import { followMonitor } from '../../../../src/apps/cli/state/board-alerts.js';
import { MonitorClient } from '../../../../src/apps/cli/state/monitor-client.js';

it('a board that ends while it reads the alerts leaves no timer that delays the end of the process', async () => {
  const ended = new AbortController();
  // The monitor does not answer.
  const ask = () => {
    ended.abort();
    return new Promise<never>(() => {});
  };
  const before = performance.now();
  await followMonitor(new MonitorClient('The monitor', { ask, explain: () => undefined })).follow(ended.signal);
  expect(performance.now() - before).toBeLessThan(2000);
});
