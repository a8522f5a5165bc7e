import * as v from 'valibot';
import { createDatabaseSchema, type CreateDatabaseRequest } from '../../core/records/create-database.js';
import { identifierProblem } from '../../core/wire/identifier.js';
import { inspectRequest } from '../../core/records/inspect.js';
import { isObject } from '../../core/shared/is-object.js';
import { vectorIndexSchema, type VectorIndex } from '../../core/records/vector-index.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';

/**
 * The databases and indices of a new service, and of the service after a reset.
 *
 * @example
 * ```json
 * {
 *   "databases": [{ "database_name": "orders", "platform": "aws", "primary_region": "eu-west-1", "plan": "free" }],
 *   "indices": [{ "name": "products", "type": "fixed", "dimension_count": 1536 }]
 * }
 * ```
 */
export interface Seed {
  /** Create requests of databases. The databases are at rest from the start. @default none */
  readonly databases?: readonly CreateDatabaseRequest[];
  /** Vector indices. Omitted fields get the service's defaults. @default none */
  readonly indices?: readonly Partial<VectorIndex>[];
}

/** A record that was made from a seed. */
export interface SeededRecord {
  readonly id: string;
  readonly name: string;
}

/** The records of a seed, in its order. */
export interface Seeded {
  readonly databases: readonly SeededRecord[];
  readonly indices: readonly SeededRecord[];
}

const seedSchema = v.object({
  databases: v.exactOptional(v.pipe(v.array(createDatabaseSchema), v.title('a list'))),
  indices: v.exactOptional(v.pipe(v.array(v.partial(vectorIndexSchema)), v.title('a list'))),
});

/** Returns an issue for every invalid path of a seed, without values. */
export function inspectSeed(value: unknown): FleetIssue[] {
  if (!isObject(value)) return [{ path: '', message: 'expected an object with databases and indices' }];
  return [...inspectRequest(seedSchema, value), ...inspectIds(value['indices'])];
}

function inspectIds(indices: unknown): FleetIssue[] {
  const ids = Array.isArray(indices) ? indices.map((fields) => (isObject(fields) ? fields['id'] : undefined)) : [];
  return ids.flatMap((id: unknown, at) => {
    const message = ids.indexOf(id) < at ? 'is the id of an earlier index' : identifierProblem(id);
    return typeof id === 'string' && message !== undefined ? [{ path: `indices[${at}].id`, message }] : [];
  });
}
