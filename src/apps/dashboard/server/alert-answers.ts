import type { Clock } from '../../../index.js';
import { countAlerts, type ShownAlerts } from '../../../format/shown-alerts.js';

/** A longer list is cut: the page reads it often, and a person does not read so much. */
const MAX_ALERTS = 1000;

/** How long pages share a read of the alerts after its end. */
const SHARED_MS = 2000;

/** Makes the answer of `/alerts`. @param read reads the alerts of the monitor; `undefined`: there is none */
export function createAlertAnswers(
  read: (() => Promise<ShownAlerts>) | undefined,
  clock: Clock,
): () => Promise<object> {
  return read === undefined ? async () => ({ status: 'none' }) : shareReads(() => answerOf(read), clock, SHARED_MS);
}

async function answerOf(read: () => Promise<ShownAlerts>): Promise<object> {
  try {
    const { alerts, silences } = await read();
    return { status: 'listed', counts: countAlerts(alerts), alerts: alerts.slice(0, MAX_ALERTS), silences };
  } catch (error) {
    return { status: 'unreachable', problem: (error as Error).message };
  }
}

/** Several pages share a read, also for a while after its end. */
export function shareReads<T>(read: () => Promise<T>, clock: Clock, sharedMs: number): () => Promise<T> {
  let endedMs = -Infinity;
  let shared: Promise<T>;
  return () => {
    if (clock.monotonic() - endedMs < sharedMs) return shared;
    endedMs = Infinity;
    shared = read().finally(() => (endedMs = clock.monotonic()));
    return shared;
  };
}
