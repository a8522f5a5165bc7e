import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { SEVERITIES } from '../rules/rule.js';
import { limitFields } from '../rules/rule-schema.js';
import type { Alert } from './alert.js';
import { alertKey, type AlertState } from './step-alert.js';

export const ALERT_PREFIX = 'alert/';

/**
 * @param now Unix milliseconds. Times after it were written before the clock was set back.
 * @returns `undefined` if this library has not written the text
 */
export function readAlert(storedKey: string, text: string, now: number): AlertState | undefined {
  const state = parseJson(text);
  if (!v.is(keptAlert, state) || ALERT_PREFIX + state.alert.key !== storedKey) return undefined;
  const { alert, clearingSince } = state;
  return {
    ...state,
    // A firing alert keeps the time that identifies its breach.
    alert: Object.freeze(alert.state === 'pending' ? { ...alert, startedAt: Math.min(alert.startedAt, now) } : alert),
    ...(clearingSince !== undefined && { clearingSince: Math.min(clearingSince, now) }),
  };
}

const text = v.string();
export const texts = v.array(text);
const textsByName = v.optional(v.record(text, text));
/** A time within the range of `Date`, Unix milliseconds. */
export const time = v.custom<number>((value) => typeof value === 'number' && Math.abs(value) <= 8.64e15);

const members = {
  key: text,
  rule: text,
  severity: v.picklist(SEVERITIES),
  startedAt: time,
  resource: v.picklist([...resourceKinds, 'fleet']),
  id: text,
  field: v.optional(v.picklist(limitFields)),
  name: v.optional(text),
  value: v.optional(v.number()),
  peak: v.optional(v.number()),
  summary: text,
  labels: textsByName,
  annotations: textsByName,
  runbook: v.optional(text),
};
const hasOwnKey = ({ key, rule, resource, id, field }: Omit<Alert, 'state'>): boolean =>
  key === alertKey(rule, { resource, id, field });
export const firingAlert = v.pipe(
  v.object({ ...members, state: v.literal('firing'), firedAt: time }),
  v.check((alert) => hasOwnKey(alert)),
);
const pendingAlert = v.pipe(
  v.object({ ...members, state: v.literal('pending'), firedAt: v.optional(v.undefined_()) }),
  v.check((alert) => hasOwnKey(alert)),
);
export const alertSchema = v.union([firingAlert, pendingAlert]);

const keptAlert = v.object({
  alert: alertSchema,
  fingerprint: text,
  channels: v.optional(texts),
  subject: v.optional(text),
  clearingSince: v.optional(time),
  repeats: v.optional(v.object({ count: time, nextAt: time })),
});
