import type { Alert } from '../alerts/alert.js';
import { TimeSlice } from '../alerts/time-slice.js';
import { alertBody, type AlertBody } from '../channels/event-body.js';
import { SEVERITIES } from '../metrics/alert-series.js';
import { nextSlice } from '../metrics/scrape.js';

/** An alert in the answer of `GET /alerts`. */
export type ListedAlert = AlertBody & Pick<Alert, 'state'>;

/**
 * The answer of `GET /alerts`, in JSON. Members may be added. A change of an existing member changes `version`.
 */
export interface AlertList {
  readonly version: 1;
  /** Firing alerts before pending ones, then by severity, the most severe first, then by `startedAt`, the oldest first. */
  readonly alerts: readonly ListedAlert[];
}

const STATES: readonly Alert['state'][] = ['firing', 'pending'];

/**
 * Makes the text of an {@link AlertList} in slices: 100,000 alerts are 40 MB.
 *
 * @param alerts oldest first
 * @throws the reason of the signal when it aborts
 */
export async function* formatAlertList(
  alerts: readonly Alert[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const version: AlertList['version'] = 1;
  let parts = [`{"version":${version},"alerts":[`];
  let separator = '\n';
  let slice = new TimeSlice();
  for (const alert of inOrder(alerts)) {
    parts.push(separator, JSON.stringify({ state: alert.state, ...alertBody(alert) } satisfies ListedAlert));
    separator = ',\n';
    if (!slice.isOver()) continue;
    yield parts.join('');
    parts = [];
    slice = await nextSlice(signal);
  }
  yield `${parts.join('')}\n]}\n`;
}

/** Passes over all alerts take less time than a sort, and keep the oldest first. */
function* inOrder(alerts: readonly Alert[]): Generator<Alert> {
  for (const state of STATES)
    for (const severity of SEVERITIES)
      for (const alert of alerts) if (alert.state === state && alert.severity === severity) yield alert;
}
