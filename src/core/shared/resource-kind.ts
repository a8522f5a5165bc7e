/** The kinds of resources of a fleet: databases and vector indices. */
export const resourceKinds = ['database', 'index'] as const;

/** A kind of resource: `'database'` or `'index'`. */
export type ResourceKind = (typeof resourceKinds)[number];

export const idFields: Readonly<Record<ResourceKind, string>> = { database: 'database_id', index: 'id' };

/** The kind of a record, by its id field. If a record has both id fields or neither, its limits decide. */
export function kindOfRecord(record: object): ResourceKind {
  const isDatabase = 'database_id' in record;
  if (isDatabase !== 'id' in record) return isDatabase ? 'database' : 'index';
  const has = (prefix: string): boolean => Object.keys(record).some((field) => field.startsWith(prefix));
  return has('max_') && !has('db_') ? 'index' : 'database';
}
