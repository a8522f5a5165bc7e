import type { Alert, AlertEvent } from '../alerts/alert.js';

/**
 * An event as the webhook and command channels send it, in JSON. Members may be added. A change of an existing member
 * changes `version`.
 */
export interface EventBody {
  readonly version: 1;
  readonly type: 'alert.fired' | 'alert.cleared';
  /** When the alert fired or cleared, ISO 8601 in UTC. */
  readonly timestamp: string;
  /** The same for every delivery of this event. A receiver drops an event whose key it knows. */
  readonly idempotencyKey: string;
  /** Whether this is a test event, and nothing is wrong. */
  readonly isTest: boolean;
  readonly alert: Pick<
    Alert,
    'key' | 'rule' | 'severity' | 'resource' | 'id' | 'name' | 'field' | 'value' | 'summary'
  > & {
    /** When the fire condition began to hold, ISO 8601 in UTC. */
    readonly startedAt: string;
    /** When the alert fired, ISO 8601 in UTC. */
    readonly firedAt?: string | undefined;
  };
  /** How long the breach lasted, seconds. Present in `alert.cleared`. */
  readonly durationSeconds?: number | undefined;
  /** Why the alert cleared. Present in `alert.cleared`. */
  readonly reason?: AlertEvent['reason'];
}

/** Lists each member by its name, so that a new member of an alert does not leave the process by accident. */
export function eventBody({ idempotencyKey, kind, at, alert, durationMs, reason, isTest }: AlertEvent): EventBody {
  const { key, rule, severity, resource, id, name, field, value, summary, startedAt, firedAt } = alert;
  return {
    version: 1,
    type: `alert.${kind}`,
    timestamp: isoTime(at),
    idempotencyKey,
    isTest: isTest === true,
    alert: {
      key,
      rule,
      severity,
      resource,
      id,
      name,
      field,
      value,
      summary,
      startedAt: isoTime(startedAt),
      firedAt: firedAt === undefined ? undefined : isoTime(firedAt),
    },
    durationSeconds: durationMs === undefined ? undefined : durationMs / 1000,
    reason,
  };
}

/** @param ms Unix milliseconds */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
