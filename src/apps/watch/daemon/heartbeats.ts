import type { Clock } from '../../../index.js';
import { startHeartbeat } from '../../../monitor/heartbeat/start-heartbeat.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import type { Monitor } from '../../../monitor/monitor.js';
import { heartbeatOptionsOf, isHeartbeat, type ChannelConfig } from '../config/channel-config.js';

/** Sends the heartbeats of a configuration. `set` replaces them; with an empty list, none is sent. */
export function createHeartbeats(
  monitor: Monitor,
  { clock, log }: { readonly clock: Clock; readonly log: MonitorLog },
) {
  let stops: readonly (() => void)[] = [];
  return {
    set(channels: readonly ChannelConfig[]) {
      for (const stop of stops) stop();
      stops = channels
        .filter(isHeartbeat)
        .map((config) => startHeartbeat(monitor, { ...heartbeatOptionsOf(config, log), clock }));
    },
  };
}
