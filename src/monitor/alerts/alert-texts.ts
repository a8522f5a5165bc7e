import { isObject } from '../../core/shared/is-object.js';
import { parseJson } from '../../core/wire/parse-json.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { SEVERITIES, type Severity } from '../rules/rule.js';
import type { Alert } from './alert.js';
import { alertKey, type AlertState, type Repeats } from './step-alert.js';

/** Precedes the keys of alerts in the state of a monitor. */
export const ALERT_PREFIX = 'alert/';

export function alertText(state: AlertState): string {
  return JSON.stringify(state);
}

/**
 * Reads the text of an alert; `undefined` if this library has not written it.
 *
 * @param now Unix milliseconds. Times after it were written before the clock was set back.
 */
export function readAlert(storedKey: string, text: string, now: number): AlertState | undefined {
  const value = parseJson(text);
  if (!isObject(value) || !isObject(value['alert'])) return undefined;
  const { fingerprint, channels, subject, clearingSince, repeats, alert } = value;
  if (typeof fingerprint !== 'string' || !isAlert(alert) || ALERT_PREFIX + alert.key !== storedKey) return undefined;
  return {
    // A firing alert keeps the time that identifies its breach.
    alert: Object.freeze(alert.state === 'pending' ? { ...alert, startedAt: Math.min(alert.startedAt, now) } : alert),
    fingerprint,
    ...(isTexts(channels) && { channels: Object.freeze(channels) }),
    ...(typeof subject === 'string' && { subject }),
    ...(isTime(clearingSince) && { clearingSince: Math.min(clearingSince, now) }),
    ...(isRepeats(repeats) && { repeats }),
  };
}

const RESOURCES: readonly unknown[] = [...resourceKinds, 'fleet'];

export function isAlert(value: unknown): value is Alert {
  if (!isObject(value)) return false;
  const {
    key,
    rule,
    severity,
    state,
    startedAt,
    firedAt,
    resource,
    id,
    field,
    name,
    value: measured,
    peak,
    summary,
  } = value;
  const { labels = {}, annotations = {}, runbook = '' } = value;
  if (
    !isTexts([rule, id, summary]) ||
    !RESOURCES.includes(resource) ||
    !SEVERITIES.includes(severity as Severity) ||
    !isTime(startedAt)
  )
    return false;
  if (state === 'pending' ? firedAt !== undefined : state !== 'firing' || !isTime(firedAt)) return false;
  if (field !== undefined && !(typeof field === 'string' && Object.hasOwn(limitNamed, field))) return false;
  if (name !== undefined && typeof name !== 'string') return false;
  if (measured !== undefined && typeof measured !== 'number') return false;
  if (peak !== undefined && typeof peak !== 'number') return false;
  if (!isTextsByName(labels) || !isTextsByName(annotations) || typeof runbook !== 'string') return false;
  const target = { resource: resource as Alert['resource'], id: id as string, field: field as LimitField | undefined };
  return key === alertKey(rule as string, target);
}

function isRepeats(value: unknown): value is Repeats {
  return isObject(value) && isTime(value['count']) && isTime(value['nextAt']);
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isTextsByName(value: unknown): boolean {
  return isObject(value) && isTexts(Object.values(value));
}

/** Whether a value is a time that a date can have, Unix milliseconds. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}
