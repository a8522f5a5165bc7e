import type { Database } from '../api/database.js';
import type { IndexListStatus } from '../effects/list-vector-indices.js';
import type { PollFacts } from '../polling/scheduler.js';
import type { Entry } from '../state/entry.js';
import { atRest } from '../transitions/at-rest.js';
import { isActive } from '../transitions/is-active.js';

/** The facts of a database entry that its cadence depends on. */
export function databaseFacts({ record, status, confirmedAt, error }: Entry<Database>): PollFacts {
  return {
    resource: 'database',
    hasRecord: record !== undefined,
    modifying: record !== undefined && !atRest(record),
    active: record !== undefined && isActive(record),
    missing: status === 'missing',
    confirmedAt,
    hasFailed: error !== undefined && error.code !== 'not-found',
  };
}

/** The facts of the list of vector indices that its cadence depends on. */
export function indexListFacts({ confirmedAt, error }: IndexListStatus): PollFacts {
  return {
    resource: 'vector-index-list',
    hasRecord: confirmedAt !== undefined,
    modifying: false,
    active: true,
    missing: false,
    confirmedAt,
    hasFailed: error !== undefined,
  };
}
