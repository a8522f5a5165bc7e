import { alertStates, type AlertState } from '../../format/shown-alerts.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import { nextSlice, TimeSlice } from '../alerts/time-slice.js';
import { alertBody, isoTime, type AlertBody } from '../channels/event-body.js';
import { SEVERITIES } from '../rules/rule.js';
import type { AlertRecord } from '../history/alert-history.js';
import type { Quiet, Silence } from '../quiet/quiet.js';

/** An alert in the answer of `GET /alerts`. */
export type ListedAlert = AlertBody & {
  /**
   * - `pending`: the fire condition holds, but not yet for the time of the rule.
   * - `firing`: the alert was raised.
   * - `silenced`: it fires during a maintenance window or a silence.
   * - `suppressed`: it fires, and so does an alert that its rule names in `unless`.
   */
  readonly state: 'firing' | 'pending' | 'silenced' | 'suppressed';
  /** The reason why the alert is not sent. `until` is ISO 8601 in UTC. */
  readonly quiet?: (Omit<Quiet, 'until'> & { readonly until?: string | undefined }) | undefined;
};

/** A silence in the answer of `GET /alerts`. */
export interface ListedSilence extends Omit<Silence, 'createdAt' | 'endsAt'> {
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** ISO 8601 in UTC. */
  readonly endsAt: string;
}

/** The answer of `GET /alerts`, in JSON. Members may be added. A change of an existing member changes `version`. */
export interface AlertList {
  readonly version: 1;
  /** The active silences, oldest first. */
  readonly silences: readonly ListedSilence[];
  /**
   * In the order `firing`, `pending`, `silenced`, `suppressed`, then by severity, the most severe first, then by
   * `startedAt`, the oldest first.
   */
  readonly alerts: readonly ListedAlert[];
}

export interface ListedMonitor {
  /** Oldest first. */
  readonly alerts: { readonly value: readonly Alert[] };
  readonly silences: { readonly value: readonly Silence[] };
  quietOf(alert: Alert): Quiet | undefined;
}

/**
 * Yields the text of an {@link AlertList} in slices, because 100,000 alerts are 40 MB.
 * @throws the reason of the signal when it aborts
 */
export async function* formatAlertList(monitor: ListedMonitor, signal?: AbortSignal): AsyncGenerator<string> {
  const version: AlertList['version'] = 1;
  const silences = monitor.silences.value.map(listedSilence);
  let parts = [`{"version":${version},"silences":${JSON.stringify(silences)},"alerts":[`];
  let separator = '\n';
  let slice = new TimeSlice();
  const ordered = new OrderedAlerts();
  for (const alert of monitor.alerts.value) {
    ordered.add(alert, monitor.quietOf(alert));
    if (slice.isOver()) slice = await nextSlice(signal);
  }
  for (const { alert, state, quiet } of ordered.all()) {
    const until = quiet?.until === undefined ? undefined : isoTime(quiet.until);
    const listed: ListedAlert = { state, ...alertBody(alert), quiet: quiet && { ...quiet, until } };
    parts.push(separator, JSON.stringify(listed));
    separator = ',\n';
    if (!slice.isOver()) continue;
    yield parts.join('');
    parts = [];
    slice = await nextSlice(signal);
  }
  yield `${parts.join('')}\n]}\n`;
}

interface StatedAlert {
  readonly alert: Alert;
  readonly state: AlertState;
  readonly quiet: Quiet | undefined;
}

export function listedSilence({ createdAt, endsAt, ...facts }: Silence): ListedSilence {
  return { ...facts, createdAt: isoTime(createdAt), endsAt: isoTime(endsAt) };
}

const ORDER = alertStates.flatMap((state) => SEVERITIES.map((severity) => `${state} ${severity}`));

export class OrderedAlerts {
  readonly #groups = new Map<string, StatedAlert[]>(ORDER.map((rank) => [rank, []]));

  /** Adds an alert. The alerts of one state and severity must be added oldest first. */
  add(alert: Alert, quiet: Quiet | undefined): void {
    const quietState = quiet?.kind === 'rule' ? 'suppressed' : 'silenced';
    const state = quiet === undefined || alert.state === 'pending' ? alert.state : quietState;
    this.#groups.get(`${state} ${alert.severity}`)?.push({ alert, state, quiet });
  }

  all(): readonly StatedAlert[] {
    return [...this.#groups.values()].flat();
  }
}

/** An alert in the answer of `GET /alerts?history`. Times are ISO 8601 in UTC. */
export interface ListedRecord extends AlertBody {
  readonly state: 'firing' | 'cleared';
  /** The greatest value since the alert began; absent if the rule measures nothing. */
  readonly peak?: number | undefined;
  /** When the alert ended; absent while it fires. */
  readonly clearedAt?: string | undefined;
  readonly reason?: AlertEvent['reason'];
  /** When each channel delivered the `fired` and the `cleared` event. */
  readonly told: readonly {
    readonly channel: string;
    readonly firedAt?: string | undefined;
    readonly clearedAt?: string | undefined;
  }[];
}

/** The answer of `GET /alerts?history`, in JSON. Members may be added. A change of an existing member changes `version`. */
export interface AlertHistoryList {
  readonly version: 1;
  /** The last 1,000 alerts that fired, newest first. */
  readonly history: readonly ListedRecord[];
}

export async function* formatAlertHistory(records: readonly AlertRecord[]): AsyncGenerator<string> {
  yield `${JSON.stringify({ version: 1, history: records.map(listedRecord) } satisfies AlertHistoryList)}\n`;
}

function listedRecord({ alert, clearedAt, reason, told }: AlertRecord): ListedRecord {
  const timeOf = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoTime(at));
  return {
    state: clearedAt === undefined ? 'firing' : 'cleared',
    ...alertBody(alert),
    peak: alert.peak,
    clearedAt: timeOf(clearedAt),
    reason,
    told: told.map(({ channel, ...at }) => ({ channel, firedAt: timeOf(at.firedAt), clearedAt: timeOf(at.clearedAt) })),
  };
}
