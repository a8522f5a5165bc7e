import { databaseSchema } from '../../core/api/database.js';
import { vectorIndexSchema } from '../../core/api/vector-index.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import type { ColumnKind } from './growing-column.js';

const USED = '_used';

const entries: Readonly<Record<string, { readonly type: string }>> = {
  ...databaseSchema.entries,
  ...vectorIndexSchema.entries,
};

/** The kind of the column of a documented field or of a use. Absent for undocumented fields. */
export function kindOfField(field: string): ColumnKind | undefined {
  if (limitOfUse(field) !== undefined) return 'number';
  if (!Object.hasOwn(entries, field)) return undefined;
  return entries[field]?.type === 'number' ? 'number' : 'text';
}

/** The limit whose use has this name, such as `db_max_clients` of `db_max_clients_used`. */
export function limitOfUse(field: string): string | undefined {
  const limit = field.endsWith(USED) ? field.slice(0, -USED.length) : '';
  return Object.hasOwn(limitNamed, limit) ? limit : undefined;
}
