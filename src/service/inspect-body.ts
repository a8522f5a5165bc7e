import type { Drift } from '../api/drift.js';
import { inspect, isObject, type Schema } from '../api/inspect.js';
import type { FleetIssue } from '../shared/fleet-error.js';

const MAX_UNKNOWN = 20;
const MAX_NAME = 64;

/** Says what is wrong with a body, every wrong path at once; fields that `schema` does not have are wrong too. */
export function inspectBody(schema: Schema, body: unknown): FleetIssue[] {
  const departures: Drift[] = [];
  inspect(schema, body, '', departures);
  return [...departures.map(toIssue), ...unknownFields(schema, body, '').slice(0, MAX_UNKNOWN)];
}

function toIssue({ path, kind, expected }: Drift): FleetIssue {
  return { path, message: kind === 'missing' ? `missing, expected ${expected}` : `expected ${expected}` };
}

function unknownFields({ entries, item, wrapped }: Schema, value: unknown, path: string): FleetIssue[] {
  if (wrapped !== undefined) return unknownFields(wrapped, value, path);
  if (item !== undefined && Array.isArray(value)) {
    return value.flatMap((member, at) => unknownFields(item, member, `${path}[${at}]`));
  }
  if (entries === undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPath = path === '' ? name.slice(0, MAX_NAME) : `${path}.${name.slice(0, MAX_NAME)}`;
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    return known === undefined
      ? [{ path: memberPath, message: 'is not a field here' }]
      : unknownFields(known, member, memberPath);
  });
}
