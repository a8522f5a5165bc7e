/** The kinds of resources of a fleet: databases and vector indices. */
export const resourceKinds = ['database', 'index'] as const;

/** A kind of resource: `'database'` or `'index'`. */
export type ResourceKind = (typeof resourceKinds)[number];

/** The field with the id of each kind of resource. */
export const idFields: Readonly<Record<ResourceKind, string>> = { database: 'database_id', index: 'id' };

/** The kind of a record, by its limits or else by its id. A record may have the ids of both kinds, or none. */
export function kindOfRecord(record: object): ResourceKind {
  const has = (prefix: string): boolean => Object.keys(record).some((field) => field.startsWith(prefix));
  if (has('db_')) return 'database';
  return has('max_') || ('id' in record && !('database_id' in record)) ? 'index' : 'database';
}
