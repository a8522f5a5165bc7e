import type { CreateDatabaseRequest } from '../../core/records/create-database.js';

/** A create request with an exact budget: api.md allows any integer. */
export interface NewDatabase extends Omit<CreateDatabaseRequest, 'budget'> {
  readonly budget?: number | bigint;
}
