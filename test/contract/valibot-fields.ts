import type { Schema } from '../../src/core/records/inspect.js';
import type { FieldType } from './documented-field.js';

/** The type of a field in one of our schemas, with its name in api.md. */
export interface DescribedField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly values: readonly string[];
  readonly members: readonly DescribedField[];
}

/** The fields of a valibot object schema. */
export function describeFields(entries: Readonly<Record<string, Schema>>): DescribedField[] {
  return Object.entries(entries).map(([name, schema]) => describeField(name, schema));
}

function describeField(name: string, schema: Schema): DescribedField {
  if (schema.wrapped !== undefined) {
    const required = schema.type === 'nullable';
    return { ...describeField(name, schema.wrapped), ...(!required && { required }) };
  }
  const innermost = schema.item ?? schema;
  return {
    name,
    type: `${schema.item === undefined ? '' : 'array of '}${typeName(innermost)}` as FieldType,
    required: true,
    values: (innermost as { options?: readonly string[] }).options ?? [],
    members: describeFields(innermost.entries ?? {}),
  };
}

/** The actions in the pipe of a number show whether it is an integer. `integer` and `int64` are one JavaScript type. */
function typeName(schema: Schema): string {
  const { pipe = [] } = schema as { pipe?: readonly { readonly type: string }[] };
  if (schema.type === 'picklist') return 'string enum';
  return pipe.some(({ type }) => type === 'safe_integer') ? 'integer' : schema.type;
}
