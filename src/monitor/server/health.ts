import { kernelOf } from '../../core/fleet/kernel.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import { OUTAGE_FAULTS } from '../channels/channel-health.js';
import type { AlertMetricsParts } from '../metrics/alert-metrics.js';

/** Why a monitor is not healthy, for `/healthz` and `/readyz`. The sentences contain no secret. */
export interface MonitorHealth {
  /** Why the process should be restarted. Empty while the evaluation of rules makes progress. */
  readonly failures: readonly string[];
  /** Why alerts do not show the state of the fleet, wait for a channel that fails, or would be lost by a restart. */
  readonly unready: readonly string[];
}

export type HealthParts = Pick<AlertMetricsParts, 'clock' | 'evaluatedMs' | 'isStorageFailing' | 'channels'> & {
  readonly fleet: Fleet;
  readonly phase: () => 'restoring' | 'running' | 'disposed';
};

/** The longest time without an evaluation of the rules. A healthy monitor evaluates them every few seconds. */
const STALLED_AFTER_MS = 30_000;

/** Follows the answers of the fleet until the first one. `dispose` ends that. */
export function createHealth({ fleet, clock, phase, evaluatedMs, isStorageFailing, channels }: HealthParts) {
  const { databases, list } = kernelOf(fleet, 'createMonitor');
  let runningMs: number | undefined;
  let hasAnswer = false;
  // Also an answer that another member of the group has got.
  const unfollow = databases.onSettled((id) => {
    const { status, error } = databases.peek(id);
    hasAnswer = status === 'fresh' || error?.code === 'not-found';
    if (hasAnswer) unfollow();
  });

  /**
   * Whether the service has not answered yet, although the fleet has something to request.
   * @param isExpected whether the fleet will have something to request, also if it knows no database
   */
  function isSilent(isExpected = false): boolean {
    const hasFailed = list.entry.error !== undefined;
    return !hasAnswer && !list.isAnswered && (isExpected || hasFailed || fleet.polling.status.value.known > 0);
  }

  function readFailures(): string[] {
    const now = phase();
    if (now === 'disposed') return ['The monitor has ended.'];
    if (now === 'restoring') return [];
    runningMs ??= clock.monotonic();
    const idleMs = clock.monotonic() - (evaluatedMs() ?? runningMs);
    if (idleMs <= STALLED_AFTER_MS) return [];
    const limit = STALLED_AFTER_MS / 1000;
    return [`No rule was evaluated for ${Math.floor(idleMs / 1000)} s. Expected an evaluation within ${limit} s.`];
  }

  function readUnready(): string[] {
    if (phase() === 'restoring') return ['The kept state is being read.'];
    const isStorageUnsafe = isStorageFailing() || ['full', 'failed'].includes(fleet.storage.value.state);
    const { state, reason } = fleet.polling.status.value;
    const broken = channels().filter(({ queued, failuresInARow }) => queued > 0 && failuresInARow >= OUTAGE_FAULTS);
    return [
      ...(state === 'stopped' ? [`Polling is stopped. ${reason.message}`] : []),
      ...(state !== 'stopped' && isSilent() ? ['The service has not answered yet.'] : []),
      ...(isStorageUnsafe ? ['Alerts, events or ids cannot be saved. The log has the reason.'] : []),
      ...broken.map(({ name }) => `Alerts wait for the channel ${name}, which fails. The log has the reason.`),
    ];
  }

  return {
    isSilent,
    read(): MonitorHealth {
      const failures = readFailures();
      return { failures, unready: failures.length > 0 ? failures : readUnready() };
    },
    dispose: unfollow,
  };
}
