import type { FleetIssue } from '../shared/fleet-error.js';
import { MAX_DRIFT, type Drift } from './drift.js';
import { inspect, type Schema } from './inspect.js';
import { isObject } from '../shared/is-object.js';
import { memberPath } from '../shared/member-path.js';
import { printableName } from '../shared/printable-name.js';

const MAX_UNKNOWN = 20;

/** Options of the check of a request. */
export interface RequestInspection {
  /** Allows fields and enum values that the schema does not have. @default false */
  readonly allowUndocumented?: boolean;
}

/** Lists all problems of a request body by path. A field that `schema` does not have is a problem too. */
export function inspectRequest(schema: Schema, body: unknown, options: RequestInspection = {}): FleetIssue[] {
  const { allowUndocumented = false } = options;
  const departures: Drift[] = [];
  inspect(schema, body, '', departures, Infinity);
  const wrong = allowUndocumented ? departures.filter(({ kind }) => kind !== 'unknown-value') : departures;
  const unknown = allowUndocumented ? [] : unknownFields(schema, body, '');
  return [...wrong.slice(0, MAX_DRIFT).map(toIssue), ...unknown.slice(0, MAX_UNKNOWN)];
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
    const place = memberPath(path, printableName(name));
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    return known === undefined ? [{ path: place, message: 'unknown field' }] : unknownFields(known, member, place);
  });
}
