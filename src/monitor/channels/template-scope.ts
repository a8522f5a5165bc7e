import type { AlertEvent } from '../alerts/alert.js';
import { createDigest, type Digest } from './digest.js';
import { digestBody, eventBody, MAX_LISTED_EVENTS } from './event-body.js';
import { OpenTexts } from './template.js';

/** The names of a template: the members of `EventBody`. An absent member is `null`. */
export function templateScope(event: AlertEvent): object {
  const { alert, ...body } = eventBody(event);
  const { labels, annotations } = alert;
  return {
    ...withNulls(body),
    alert: { ...withNulls(alert), labels: new OpenTexts(labels), annotations: new OpenTexts(annotations) },
  };
}

/** The names of the template of a digest: the members of `DigestBody`, and for headers those of an event, without values. */
export function digestScope(digest: Digest): object {
  const none = { isTest: false, alert: null, durationSeconds: null, reason: null };
  const events = digest.events.slice(0, MAX_LISTED_EVENTS).map(templateScope);
  return { ...none, ...digestBody(digest), by: new OpenTexts(digest.by), events };
}

function withNulls(members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? null]));
}

/** A name that breaks a message which does not escape it. */
const HOSTILE = '"\'\\<!channel> @everyone &\r\n{{ rule }}{% raw %}';

/** The events by which templates are checked: with all members, and with few. */
export function sampleEvents(): readonly AlertEvent[] {
  const target = { key: 'rule/database/db_max_clients/id', rule: 'rule', resource: 'database', id: 'id' } as const;
  const firing = { severity: 'warning', state: 'firing', startedAt: 0, firedAt: 60_000, summary: HOSTILE } as const;
  const alert = { ...target, ...firing };
  const texts = { name: HOSTILE, labels: { team: HOSTILE }, annotations: { hint: HOSTILE } };
  const full = { ...alert, ...texts, field: 'db_max_clients', value: 0.5, runbook: 'https://example.com' } as const;
  const fired = { idempotencyKey: 'key', kind: 'fired', at: 60_000, alert } as const;
  const cleared = { ...fired, kind: 'cleared', durationMs: 60_000, reason: 'condition', alert: full } as const;
  return [cleared, fired];
}

/** A digest of the greatest size, by which templates are checked. */
export function sampleDigest(): Digest {
  return createDigest(Array.from({ length: MAX_LISTED_EVENTS / 2 }, sampleEvents).flat(), { team: HOSTILE }, 1);
}
