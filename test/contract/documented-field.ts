import { codesIn, exactly, statementOf, type Row, type Section } from './read-sections.js';

const FIELD_TYPES = [
  'string',
  'string enum',
  'boolean',
  'int64',
  'integer',
  'number',
  'object',
  'array of string',
  'array of string enum',
  'array of object',
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

export interface DocumentedField {
  readonly name: string;
  readonly type: FieldType;
  /** Whether every record or request has this field. */
  readonly required: boolean;
  /** The allowed values of an enum. */
  readonly values: readonly string[];
  /** The fields of an object, or of each object in an array. */
  readonly members: readonly DocumentedField[];
  readonly note: string;
}

export function parseRequest(section: Section): readonly DocumentedField[] {
  return exactly(8, 'fields of a create request', section.rows).map((row) => {
    const required = row['Required'];
    if (required !== 'yes' && required !== 'no') throw new Error(`api.md: is ${row['Field']} required: ${required}?`);
    return checked({ ...fieldOf(row, 'Allowed values and notes', []), required: required === 'yes' });
  });
}

export function parseDatabase(section: Section, request: readonly DocumentedField[]): readonly DocumentedField[] {
  statementOf(section, /Every field below is part of the record/);
  const addons = exactly(5, 'members of securityAddons', securityAddons(section));
  return exactly(42, 'fields of a database', section.rows).map((row) => {
    const field = fieldOf(row, 'Meaning and allowed values', addons);
    const source = /same value set as the `(\w+)` request parameter/.exec(field.note)?.[1];
    return checked(source === undefined ? field : { ...field, values: fieldNamed(request, source).values });
  });
}

export function parseVectorIndex(section: Section): readonly DocumentedField[] {
  const point = exactly(2, 'members of throughput_vector', throughputPoint(section));
  return exactly(25, 'fields of a vector index', section.rows).map((row) => {
    const field = fieldOf(row, 'Meaning and allowed values', point);
    return checked({ ...field, required: !/present for .* only/.test(field.note) });
  });
}

/** @throws Error if there is no such field. */
export function fieldNamed(fields: readonly DocumentedField[], name: string): DocumentedField {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`api.md: no field ${name}`);
  return field;
}

/**
 * Returns objects that together have each value of each enum of some fields, as examples for properties: generated
 * records may lack a value. A list of an enum has one value.
 */
export function withEachValue(fields: readonly DocumentedField[]): Record<string, unknown>[] {
  const enums = fields.filter(({ values }) => values.length > 0);
  const valueAt = ({ type, values }: DocumentedField, at: number): unknown => {
    const value = values[at % values.length];
    return type.startsWith('array') ? [value] : value;
  };
  return Array.from({ length: Math.max(...enums.map(({ values }) => values.length)) }, (_, at) =>
    Object.fromEntries(enums.map((field) => [field.name, valueAt(field, at)])),
  );
}

function securityAddons(section: Section): DocumentedField[] {
  const note = statementOf(section, /^Object `securityAddons`, all members boolean: /);
  const [, ...names] = codesIn(note);
  return names.map((name) => ({ name, type: 'boolean', required: true, values: [], members: [], note }));
}

function throughputPoint(section: Section): DocumentedField[] {
  const statement = statementOf(section, /^Element of `throughput_vector`: /);
  return Array.from(statement.matchAll(/`(\w+)` is a (string|number)([^;]*)/g), ([, name = '', type, note = '']) => ({
    name,
    type: knownType(type),
    required: true,
    values: [],
    members: [],
    note,
  }));
}

function fieldOf(row: Row, noteColumn: string, members: readonly DocumentedField[]): DocumentedField {
  const { Field: name, Type: typeName, [noteColumn]: note } = row;
  if (!name || note === undefined) throw new Error(`api.md: a row without a name or a note: ${JSON.stringify(row)}`);
  const type = knownType(typeName);
  return {
    name,
    type,
    required: true,
    values: type.endsWith('enum') ? codesIn(note) : [],
    members: type.endsWith('object') ? members : [],
    note,
  };
}

function checked(field: DocumentedField): DocumentedField {
  const { name, type, values } = field;
  if (type.endsWith('enum') && values.length === 0) throw new Error(`api.md: no values of ${name}`);
  if (new Set(values).size < values.length) throw new Error(`api.md: a value of ${name} stands twice`);
  return field;
}

function knownType(name: string | undefined): FieldType {
  const type = FIELD_TYPES.find((known) => known === name);
  if (type === undefined) throw new Error(`api.md: unknown type ${name}`);
  return type;
}
