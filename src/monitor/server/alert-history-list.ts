import type { AlertEvent } from '../alerts/alert.js';
import { alertBody, isoTime, type AlertBody } from '../channels/event-body.js';
import type { AlertRecord } from '../history/alert-history.js';

/** An alert in the answer of `GET /alerts?history`. Times are ISO 8601 in UTC. */
export interface ListedRecord extends AlertBody {
  readonly state: 'firing' | 'cleared';
  /** The greatest value since the alert began; absent if the rule measures nothing. */
  readonly peak?: number | undefined;
  /** When the alert ended; absent while it fires. */
  readonly clearedAt?: string | undefined;
  readonly reason?: AlertEvent['reason'];
  /** The channels that have delivered that it fired, and that it ended, and when. */
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

/** @returns the text of an {@link AlertHistoryList} */
export function formatAlertHistory(records: readonly AlertRecord[]): string {
  return `${JSON.stringify({ version: 1, history: records.map(listedRecord) } satisfies AlertHistoryList)}\n`;
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
