import type { Clock } from '../../../index.js';
import { formatMetrics, gauge } from '../../../monitor/metrics/scraped-metric.js';
import type { ServedMonitor } from '../../../monitor/server/answer.js';

/** Whether the configuration that was last read is in use, for `/metrics` and `/readyz`. */
export type ReloadStatus = ReturnType<typeof createReloadStatus>;

const REFUSED = 'The changed configuration was refused. The log has its problems.';

export function createReloadStatus(clock: Clock, labels: Readonly<Record<string, string>> = {}) {
  let isSuccessful = true;
  // The start has read the file.
  let succeededAt = clock.now();
  return {
    record(isAccepted: boolean): void {
      isSuccessful = isAccepted;
      if (isAccepted) succeededAt = clock.now();
    },
    addTo: <M extends Pick<ServedMonitor, 'metrics' | 'health'>>(monitor: M): M => ({
      ...monitor,
      metrics: {
        contentType: monitor.metrics.contentType,
        async *read(signal?: AbortSignal) {
          const successful = gauge(
            'fleetglass_config_last_reload_successful',
            'Whether the configuration was accepted when it was last read (1).',
            isSuccessful,
          );
          const at = gauge(
            'fleetglass_config_last_reload_success_timestamp_seconds',
            'When a configuration was last accepted, Unix time.',
            succeededAt / 1000,
          );
          yield formatMetrics([successful, at], labels);
          yield* monitor.metrics.read(signal);
        },
      },
      health() {
        const { failures, unready } = monitor.health();
        return { failures, unready: isSuccessful ? unready : [...unready, REFUSED] };
      },
    }),
  };
}
