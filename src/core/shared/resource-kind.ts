/** What a fleet holds records of: databases and vector indices. */
export const resourceKinds = ['database', 'index'] as const;

/** One of the two. */
export type ResourceKind = (typeof resourceKinds)[number];
