import type { CreateDatabaseRequest } from '../core/records/create-database.js';

/** A plan that a create request may name (api.md, Create a database). */
export type Plan = NonNullable<CreateDatabaseRequest['plan']>;

/** The display name of each plan, in the order of api.md. */
export const planNames: Readonly<Record<Plan, string>> = {
  free: 'Free',
  payg: 'Pay as you go',
  fixed_250mb: 'Fixed, 250 MB',
  fixed_1gb: 'Fixed, 1 GB',
  fixed_5gb: 'Fixed, 5 GB',
  fixed_10gb: 'Fixed, 10 GB',
  fixed_50gb: 'Fixed, 50 GB',
  fixed_100gb: 'Fixed, 100 GB',
  fixed_500gb: 'Fixed, 500 GB',
};
