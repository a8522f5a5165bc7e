import { isCredentialField } from '../../../../core/records/credential-fields.js';
import { isObject, type JsonObject } from '../../../../core/shared/is-object.js';
import { splitCredentials } from '../../../../core/records/split-credentials.js';
import { exactRecord } from '../../../../format/exact-record.js';
import type { FieldGroup } from '../../../../format/field-group.js';
import { printable } from '../../../../format/printable.js';
import { showValue, type ShownField } from './shown-field.js';

/** A group of fields that are shown together. */
export interface ShownGroup {
  readonly title: string;
  readonly fields: readonly ShownField[];
}

/**
 * Selects all fields of a record, in groups. Fields of no group are in the last group, `Other`. Credentials are never
 * included, even if a record contains them.
 *
 * @param excluded fields that the page shows in another place
 */
export function selectFields(
  record: object,
  groups: readonly FieldGroup[],
  excluded: readonly string[],
): readonly ShownGroup[] {
  const shown = exactRecord(splitCredentials(record).record);
  const known = new Set([...excluded, ...groups.flatMap((group) => knownFields(shown, group))]);
  const others = Object.keys(shown).filter((field) => !known.has(field));
  const all = [
    ...groups.map((group) => ({ title: group.title, fields: fieldsOf(shown, group) })),
    { title: 'Other', fields: others.map((field) => showField(shown, field)) },
  ];
  return all
    .map(({ title, fields }) => ({ title, fields: fields.filter(({ path }) => !excluded.includes(path)) }))
    .filter(({ fields }) => fields.length > 0);
}

function fieldsOf(record: JsonObject, group: FieldGroup): ShownField[] {
  const { within, fields } = group;
  const holder = within === undefined ? record : record[within];
  const documented = Object.keys(fields).filter((field) => !isCredentialField(field));
  if (!isObject(holder))
    return within !== undefined && within in record ? [] : documented.map((f) => showField({}, f, group));
  const others = within === undefined ? [] : Object.keys(holder).filter((field) => !Object.hasOwn(fields, field));
  return [...documented, ...others].map((field) => showField(holder, field, group));
}

function showField(holder: JsonObject, field: string, { within, fields }: Partial<FieldGroup> = {}): ShownField {
  const words = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  const value = Object.hasOwn(holder, field) ? holder[field] : undefined;
  return {
    path: within === undefined ? field : `${within}.${field}`,
    name: words?.name ?? printable(field),
    ...(words && { explanation: words.explanation }),
    ...showValue(value, words?.meaning),
  };
}

/** If the member that holds the fields of a group is not an object, it is shown in `Other` as it is. */
function knownFields(record: JsonObject, { within, fields }: FieldGroup): string[] {
  if (within === undefined) return Object.keys(fields);
  return isObject(record[within]) ? [within] : [];
}
