import type { EchoCheck } from './credential-echo.js';
import type { JsonObject } from './inspect.js';
import { UnusableAnswer } from './unusable-answer.js';

/**
 * Looks at a parsed record before it is used, and gives it as it may be used. Of a record that shares its other fields
 * with an earlier answer only `fields` are new.
 *
 * @throws UnusableAnswer where it may not be used at all.
 */
export type ScreenRecord = (record: JsonObject, fields: readonly string[]) => JsonObject;

/**
 * Refuses a record in which the account's credentials are, in a name or a string at any depth.
 *
 * @param except the field that holds the id that was asked for.
 */
export function refuseEchoes(echo: EchoCheck, except?: string): ScreenRecord {
  return (record, fields) => {
    for (const field of fields) {
      if (echo.mentionsName(field) || (field !== except && holdsEcho(record[field], echo)))
        throw new UnusableAnswer('the answer holds the credentials it was asked with');
    }
    return record;
  };
}

function holdsEcho(value: unknown, echo: EchoCheck): boolean {
  if (typeof value === 'string') return echo.mentions(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsEcho(item, echo));
  for (const name in value) {
    if (echo.mentionsName(name) || holdsEcho((value as JsonObject)[name], echo)) return true;
  }
  return false;
}

/** Masks each string and name of a record that holds the account's credentials. Its id stays. */
export function maskEchoes({ mask }: EchoCheck, idField: string): ScreenRecord {
  return (record) => ({ ...(masked(record, mask) as JsonObject), [idField]: record[idField] });
}

function masked(value: unknown, mask: EchoCheck['mask']): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    let shown = mask(name);
    // No other member is lost to a name that is masked.
    while (shown !== name && (members.has(shown) || Object.hasOwn(value, shown))) shown += '_';
    members.set(shown, masked(member, mask));
  }
  return Object.fromEntries(members);
}
