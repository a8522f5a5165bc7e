import type { CreateDatabaseRequest } from '../../api/create-database.js';

/** The documented plans, in words for people and in the order of the document. */
export const planNames: Readonly<Record<NonNullable<CreateDatabaseRequest['plan']>, string>> = {
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
