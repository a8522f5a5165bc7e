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

export const listOrders = ['attention', 'use', 'name', 'age'] as const;

export type ListOrder = (typeof listOrders)[number];
