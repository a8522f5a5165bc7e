/** The kinds of resources of a fleet: databases and vector indices. */
export const resourceKinds = ['database', 'index'] as const;

/** A kind of resource: `'database'` or `'index'`. */
export type ResourceKind = (typeof resourceKinds)[number];

/** The field with the id of each kind of resource. */
export const idFields: Readonly<Record<ResourceKind, string>> = { database: 'database_id', index: 'id' };
