import type { Alert, AlertEvent } from '../alerts/alert.js';
import type { Digest } from './digest.js';

/** The JSON of an alert, in webhook and command channels and in `GET /alerts` of a monitor. */
export type AlertBody = Omit<Alert, 'state' | 'peak' | 'startedAt' | 'firedAt'> & {
  /** When the fire condition began to hold, ISO 8601 in UTC. */
  readonly startedAt: string;
  /** When the alert fired, ISO 8601 in UTC. */
  readonly firedAt?: string | undefined;
};

/** The JSON of an event in webhook and command channels. Members may be added. Any other change changes `version`. */
export interface EventBody {
  readonly version: 1;
  readonly type: 'alert.fired' | 'alert.repeated' | 'alert.cleared';
  /** When the alert fired, was repeated or cleared, ISO 8601 in UTC. */
  readonly timestamp: string;
  /** The same for every delivery of this event. A receiver drops an event whose key it knows. */
  readonly idempotencyKey: string;
  /** Whether this is a test event, and nothing is wrong. */
  readonly isTest: boolean;
  readonly alert: AlertBody;
  /** How long the breach has lasted, seconds. Absent in `alert.fired`. */
  readonly durationSeconds?: number | undefined;
  /** Why the alert cleared. Present in `alert.cleared`. */
  readonly reason?: AlertEvent['reason'];
}

export function eventBody({ idempotencyKey, kind, at, alert, durationMs, reason, isTest }: AlertEvent): EventBody {
  return {
    version: 1,
    type: `alert.${kind}`,
    timestamp: isoTime(at),
    idempotencyKey,
    isTest: isTest === true,
    alert: alertBody(alert),
    durationSeconds: durationMs === undefined ? undefined : durationMs / 1000,
    reason,
  };
}

/** The JSON of a digest in webhook and command channels. Members may be added. Any other change changes `version`. */
export interface DigestBody extends Pick<Digest, 'counts' | 'by'> {
  readonly version: 1;
  readonly type: 'alert.digest';
  /** The time of the last event, ISO 8601 in UTC. */
  readonly timestamp: string;
  /** The same for every delivery of these events. */
  readonly idempotencyKey: string;
  /** The events, at most 500, those of the worst alerts first. A receiver drops an event whose key it knows. */
  readonly events: readonly EventBody[];
}

/** About 250 kB of JSON: many receivers refuse more than 1 MB. The counts are those of all alerts. */
export const MAX_LISTED_EVENTS = 500;

export function digestBody({ idempotencyKey, at, counts, by, events }: Digest): DigestBody {
  return {
    version: 1,
    type: 'alert.digest',
    timestamp: isoTime(at),
    idempotencyKey,
    counts,
    by,
    events: events.slice(0, MAX_LISTED_EVENTS).map(eventBody),
  };
}

/** Lists each member by its name, so that a new member of an alert does not leave the process by accident. */
export function alertBody(alert: Alert): AlertBody {
  const { key, rule, severity, resource, id, name, field, value, summary, startedAt, firedAt } = alert;
  const { labels, annotations, runbook } = alert;
  const members = { key, rule, severity, resource, id, name, field, value, summary, labels, annotations, runbook };
  return { ...members, startedAt: isoTime(startedAt), firedAt: firedAt === undefined ? undefined : isoTime(firedAt) };
}

/** @param ms Unix milliseconds */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
