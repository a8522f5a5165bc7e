import { isObject } from '../core/shared/is-object.js';
import type { LimitUnit } from '../core/limits/catalogue.js';
import type { LimitDescription } from '../core/limits/limit-catalogue.js';
import type { ShownRecord } from './exact-record.js';
import type { Meaning } from './format-value.js';

export interface FieldWords {
  /** The display name, such as `Primary region`. */
  readonly name: string;
  /** The meaning of the field, in one short sentence. */
  readonly explanation: string;
  /** The meaning of the value, which determines its format. */
  readonly meaning: Meaning;
}

/* @__NO_SIDE_EFFECTS__ */
export function field(name: string, meaning: Meaning, explanation: string): FieldWords {
  return { name, meaning, explanation };
}

export interface FieldGroup {
  readonly title: string;
  /** The member of the record that holds the fields. @default the record itself */
  readonly within?: string;
  /** In the order in which they are shown. */
  readonly fields: Readonly<Record<string, FieldWords>>;
}

/** A field of a record, documented or not. */
export interface GroupedField extends Partial<FieldWords> {
  /** Its place in the record, such as `securityAddons.vpcPeering`. */
  readonly path: string;
  /** The display name, or the name in the record of a field that is not documented. */
  readonly name: string;
  /** `undefined` if the record has no such field. */
  readonly value: unknown;
}

/**
 * Returns the fields of a record in groups. A group has its documented fields in order, even fields that the record
 * lacks. A group `within` a member also has the other fields of this member. The last group has all remaining fields.
 *
 * @param others the title of the last group
 * @param excluded the paths of the fields that are shown elsewhere
 */
export function groupFields(
  record: ShownRecord,
  groups: readonly FieldGroup[],
  others: string,
  excluded: readonly string[],
) {
  const known = groups.flatMap(({ within, fields }) => {
    if (within === undefined) return Object.keys(fields);
    // A member that is no object is shown as it is, among the others.
    return isObject(record[within]) ? [within] : [];
  });
  const rest = Object.keys(record).filter((field) => !known.includes(field));
  const all = [
    ...groups.map((group) => ({ title: group.title, fields: fieldsOf(record, group) })),
    { title: others, fields: rest.map((field): GroupedField => ({ path: field, name: field, value: record[field] })) },
  ];
  return all.map(({ title, fields }) => ({ title, fields: fields.filter(({ path }) => !excluded.includes(path)) }));
}

function fieldsOf(record: ShownRecord, { within, fields }: FieldGroup): GroupedField[] {
  const isTop = within === undefined;
  const members = isTop ? record : within in record ? record[within] : {};
  if (!isObject(members)) return [];
  const others = isTop ? [] : Object.keys(members).filter((field) => !Object.hasOwn(fields, field));
  return [...Object.keys(fields), ...others].map((field) => ({
    path: isTop ? field : `${within}.${field}`,
    name: field,
    ...(Object.hasOwn(fields, field) && fields[field]),
    value: Object.hasOwn(members, field) ? members[field] : undefined,
  }));
}

const MEANINGS: Readonly<Partial<Record<LimitUnit, Meaning>>> = {
  bytes: 'bytes',
  'bytes/month': 'bytes or unlimited',
  nanoseconds: 'nanoseconds',
};

/** The display names and explanations of the limit fields of a resource, from the catalogue of limits. */
export function limitFields(catalogue: Readonly<Record<string, LimitDescription>>): FieldGroup['fields'] {
  const words = Object.entries(catalogue).map(([key, { name, description, unit }]): [string, FieldWords] => {
    return [key, field(name, MEANINGS[unit] ?? 'count', description)];
  });
  return Object.fromEntries(words);
}
