import { Gauge, Registry } from 'prom-client';
import type { Clock } from '../../../index.js';
import type { ServedMonitor } from '../../../monitor/server/answer.js';

/** Whether the configuration that was last read is in use, for `/metrics` and `/readyz`. */
export type ReloadStatus = ReturnType<typeof createReloadStatus>;

const REFUSED = 'The changed configuration was refused. The log has its problems.';

export function createReloadStatus(clock: Clock, labels: Readonly<Record<string, string>> = {}) {
  const registry = new Registry();
  registry.setDefaultLabels({ ...labels });
  const add = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const successful = add(
    'fleetglass_config_last_reload_successful',
    'Whether the configuration was accepted when it was last read (1).',
  );
  const succeededAt = add(
    'fleetglass_config_last_reload_success_timestamp_seconds',
    'When a configuration was last accepted, Unix time.',
  );
  let isSuccessful = true;

  function record(isAccepted: boolean): void {
    isSuccessful = isAccepted;
    successful.set(isAccepted ? 1 : 0);
    if (isAccepted) succeededAt.set(clock.now() / 1000);
  }
  // The start has read the file.
  record(true);

  return {
    record,
    addTo: <M extends Pick<ServedMonitor, 'metrics' | 'health'>>(monitor: M): M => ({
      ...monitor,
      metrics: {
        contentType: monitor.metrics.contentType,
        async *read(signal?: AbortSignal) {
          yield await registry.metrics();
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
