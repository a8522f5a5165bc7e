import { createFleet } from '../../../index.js';
import { createMonitor } from '../../../monitor/create-monitor.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import type { TestResult } from '../../../monitor/channels/test-alert.js';
import { createChannels } from '../config/channels.js';
import type { WatchConfig } from '../config/read-config.js';

/** Sends a test alert to channels. It opens no state, so it works beside a running daemon, and asks the service nothing. */
export async function sendTestAlert(
  config: Pick<WatchConfig, 'channels'>,
  names: readonly string[] | undefined,
  log: MonitorLog,
  signal: AbortSignal,
): Promise<readonly TestResult[]> {
  const fleet = createFleet({ baseUrl: 'http://localhost', fetch: () => Promise.reject(new TypeError('no service')) });
  const channels = [...createChannels(config.channels, log).values()];
  const monitor = createMonitor({ fleet, channels, log });
  try {
    return await monitor.testAlert({ channels: names, signal });
  } finally {
    await monitor.dispose({ drainMs: 0 });
    fleet.dispose();
  }
}
