import type { CreateDatabaseRequest } from '../../core/api/create-database.js';

/** A create request with its budget as exact as it was sent: api.md lets it be any integer. */
export interface NewDatabase extends Omit<CreateDatabaseRequest, 'budget'> {
  readonly budget?: number | bigint;
}
