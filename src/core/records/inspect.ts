import * as v from 'valibot';
import { isObject } from '../shared/is-object.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import type { Drift, DriftKind } from './drift.js';
import { memberPath, printableName } from '../shared/member-path.js';

/** The parts of a valibot schema that lead to the schemas inside it. */
export type Schema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
};

/** Lists each place where `value` departs from `schema`. A valid value costs one check. */
export function inspect(schema: Schema, value: unknown, path: string): Drift[] {
  if (v.is(schema, value)) return [];
  const { entries, item, wrapped } = schema;
  if (wrapped && value !== undefined) return inspect(wrapped, value, path);
  if (entries && isObject(value))
    return Object.entries(entries).flatMap(([key, member]) =>
      value[key] === undefined && member.type === 'exact_optional'
        ? []
        : inspect(member, value[key], memberPath(path, key)),
    );
  if (item && Array.isArray(value))
    return (value as unknown[]).flatMap((each, place) => inspect(item, each, `${path}[${place}]`));
  const expected = v.getTitle(schema) ?? schema.expects;
  return Array.from(kindsOf(schema, value), (kind) => ({ path, kind, expected }));
}

function kindsOf(schema: Schema, value: unknown): Iterable<DriftKind> {
  if (value === undefined) return ['missing'];
  if (schema.type === 'picklist' && typeof value === 'string') return ['unknown-value'];
  // Only the types of valibot's issues are read: their `message` and `input` contain the value.
  const kinds = new Set(v.safeParse(schema, value).issues?.map(({ type }) => kindOfIssue(type, value)));
  return kinds.has('wrong-type') ? ['wrong-type'] : kinds;
}

/** Issues from the checks in `numbers.ts` have kinds of their own; any other issue is a wrong type. */
function kindOfIssue(type: string, value: unknown): DriftKind {
  if (type === 'min_value') return 'negative-limit';
  const isInt64 = type === 'safe_integer' && Math.abs(value as number) <= 2 ** 63;
  return (isInt64 || type === 'check') && Number.isInteger(value) ? 'rounded-integer' : 'wrong-type';
}

/**
 * Lists all problems of a request body by path. A field that `schema` does not have is a problem too.
 *
 * @param allowUndocumented allows fields and enum values that `schema` does not have
 */
export function inspectRequest(schema: Schema, body: unknown, allowUndocumented = false): FleetIssue[] {
  const departures = inspect(schema, body, '');
  if (allowUndocumented) return departures.filter(({ kind }) => kind !== 'unknown-value').map(toIssue);
  return [...departures.map(toIssue), ...unknownFields(schema, body, '')];
}

function toIssue({ path, kind, expected }: Drift): FleetIssue {
  return { path, message: `${kind === 'missing' ? 'missing, ' : ''}expected ${expected}` };
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
