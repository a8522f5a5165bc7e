import type { FleetIssue } from '../shared/fleet-error.js';
import type { Drift } from './drift.js';
import { inspect, type Schema } from './inspect.js';
import { isObject } from '../shared/is-object.js';
import { memberPath, printableName } from '../shared/member-path.js';

export interface RequestInspection {
  /** Allows fields and enum values that the schema does not have. @default false */
  readonly allowUndocumented?: boolean;
}

/** Lists all problems of a request body by path. A field that `schema` does not have is a problem too. */
export function inspectRequest(schema: Schema, body: unknown, options: RequestInspection = {}): FleetIssue[] {
  const { allowUndocumented = false } = options;
  const departures = inspect(schema, body, '');
  if (allowUndocumented) return departures.filter(({ kind }) => kind !== 'unknown-value').map(toIssue);
  return [...departures.map(toIssue), ...unknownFields(schema, body, '')];
}

function toIssue({ path, kind, expected }: Drift): FleetIssue {
  return { path, message: kind === 'missing' ? `missing, expected ${expected}` : `expected ${expected}` };
}

function unknownFields({ entries, item, wrapped }: Schema, value: unknown, path: string): FleetIssue[] {
  if (wrapped !== undefined) return unknownFields(wrapped, value, path);
  if (item !== undefined && Array.isArray(value)) {
    return value.flatMap((member, place) => unknownFields(item, member, `${path}[${place}]`));
  }
  if (entries === undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = memberPath(path, printableName(name));
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    return known === undefined ? [{ path: place, message: 'unknown field' }] : unknownFields(known, member, place);
  });
}
