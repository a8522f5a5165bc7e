import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import { invalidRequest } from '../api/refuse-issues.js';
import type { KnownIds } from '../effects/known-ids.js';
import type { IndexListState } from '../effects/index-list-state.js';
import type { Thresholds } from '../limits/thresholds.js';
import type { UsageLedger } from '../limits/usage-ledger.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import type { FirstUse } from './first-use.js';

/** The parts of a fleet that snapshots are made of and restored to. A snapshot holds no credential of them. */
export interface SnapshotParts {
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  readonly indices: EntityStore<IndexRecord>;
  readonly known: KnownIds<Database>;
  readonly list: IndexListState;
  readonly ledger: UsageLedger;
  /** The option of the fleet. */
  readonly thresholds: Thresholds | undefined;
  readonly firstUse: FirstUse;
  /** The base URL of the service. */
  readonly service: string;
  /** The user name of the account when the fleet was made, if it is known and is no secret. */
  readonly account: string | undefined;
}

/**
 * The parts of all fleets. `hydrate` finds them here, so that only pages that import `hydrate` load its code. Some tools
 * bundle each subpath of the package apart, such as Observable Framework and CDNs. So all copies of this module share one map.
 */
function partsOfFleets(): WeakMap<object, SnapshotParts> {
  return ((globalThis as Record<symbol, unknown>)[PARTS] ??= new WeakMap()) as WeakMap<object, SnapshotParts>;
}

const PARTS = Symbol.for('fleetglass.fleets');

export function keepSnapshotParts(fleet: object, parts: SnapshotParts): void {
  partsOfFleets().set(fleet, parts);
}

/** @throws FleetError `invalid-request` for a value that is not a fleet of this library */
export function snapshotPartsOf(fleet: object): SnapshotParts {
  const parts = partsOfFleets().get(fleet);
  if (parts === undefined) throw invalidRequest('configure', [{ path: 'fleet', message: EXPECTED }]);
  return parts;
}

const EXPECTED = 'expected a fleet of createFleet, not a copy or a proxy';
