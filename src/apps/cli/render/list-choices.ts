/** The columns of `fleetglass list`, the most important first. */
export const listColumns = [
  'id',
  'name',
  'state',
  'health',
  'use',
  'read',
  'pending',
  'plan',
  'region',
  'read-regions',
] as const;

export type ListColumn = (typeof listColumns)[number];
