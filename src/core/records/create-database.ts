import * as v from 'valibot';
import type { FleetIssue } from '../shared/fleet-error.js';
import { inspectRequest } from './inspect.js';
import { int64 } from './numbers.js';
import { plans } from './plans.js';
import { platforms, primaryRegions, readRegions } from './regions.js';

/** The body of a create request with its 8 documented fields (api.md, Endpoints, Create a database). */
export const createDatabaseSchema = v.object({
  /** Name of the database. The API documents no constraint on it. */
  database_name: v.string(),
  /** Cloud platform. */
  platform: v.picklist(platforms),
  /** Region of the primary. */
  primary_region: v.picklist(primaryRegions),
  /** Regions of the read replicas. */
  read_regions: v.exactOptional(v.array(v.picklist(readRegions))),
  /** Plan. Without it the database gets the pay-as-you-go plan or the free plan, depending on the account. */
  plan: v.exactOptional(v.picklist(plans)),
  /** Budget per month, a whole number. The currency is not documented. */
  budget: v.exactOptional(int64),
  /** Whether entries are evicted. */
  eviction: v.exactOptional(v.boolean()),
  /** Whether TLS is enabled. */
  tls: v.exactOptional(v.boolean()),
});

/** A create request (api.md, Endpoints, Create a database). Its enums are closed: a misspelt region does not compile. */
export interface CreateDatabaseRequest extends v.InferOutput<typeof createDatabaseSchema> {}

export function inspectCreateDatabase(value: unknown, allowUndocumented?: boolean): FleetIssue[] {
  return inspectRequest(createDatabaseSchema, value, allowUndocumented);
}
