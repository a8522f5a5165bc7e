import { expect, it, onTestFinished, vi } from 'vitest';
import { followMonitor } from '../../../../src/apps/cli/state/board-alerts.js';
import { MonitorClient } from '../../../../src/apps/cli/state/monitor-client.js';

it('a board that ends while it reads the alerts leaves no timer that delays the end of the process', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ended = new AbortController();
  // The monitor does not answer.
  const ask = () => {
    ended.abort();
    return new Promise<never>(() => {});
  };
  await followMonitor(new MonitorClient('The monitor', ask)).follow(ended.signal);
  expect(vi.getTimerCount()).toBe(0);
});
