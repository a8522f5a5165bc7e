import * as v from 'valibot';
import type { FleetIssue } from '../shared/fleet-error.js';
import { inspectRequest, type RequestInspection } from './inspect-request.js';
import { int64 } from './numbers.js';
import { plans } from './plans.js';
import { platforms, primaryRegions, readRegions } from './regions.js';

/** The body of a create request as api.md documents it (Endpoints, Create a database): 8 fields. */
export const createDatabaseSchema = v.object({
  /** Name of the database. The API documents no constraint on it. */
  database_name: v.string(),
  /** Cloud platform. */
  platform: v.picklist(platforms),
  /** Region of the primary. */
  primary_region: v.picklist(primaryRegions),
  /** Regions of the read replicas. */
  read_regions: v.exactOptional(v.array(v.picklist(readRegions))),
  /** Plan. Left out, it is pay-as-you-go or free, whichever the account has. */
  plan: v.exactOptional(v.picklist(plans)),
  /** Budget per month, a whole number. The currency is not documented. */
  budget: v.exactOptional(int64),
  /** Whether entries are evicted. */
  eviction: v.exactOptional(v.boolean()),
  /** Whether TLS is enabled. */
  tls: v.exactOptional(v.boolean()),
});

/** What to create (api.md, Endpoints, Create a database). Enums are closed: a misspelt region does not compile. */
export interface CreateDatabaseRequest extends v.InferOutput<typeof createDatabaseSchema> {}

/** Says what is wrong with `value` as a create request, every wrong path at once; nothing if it is one. */
export function inspectCreateDatabase(value: unknown, options?: RequestInspection): FleetIssue[] {
  return inspectRequest(createDatabaseSchema, value, options);
}
