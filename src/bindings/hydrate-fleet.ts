import { hydrateInRender } from '../core/fleet/snapshot.js';
import type { Fleet, FleetSnapshot } from '../index.js';
import { guardOf } from './readable.js';

/** The snapshot of a server, from `dehydrate`; `undefined` or `null` until there is one. */
export type SnapshotOfServer = FleetSnapshot | undefined | null;

/** The properties of `HydrateFleet`. */
export interface HydrateFleetProps<Node> {
  readonly snapshot: SnapshotOfServer;
  readonly children?: Node | undefined;
}

/** The fleets that have restored a snapshot. */
const fleetsOf = new WeakMap<object, WeakSet<Fleet>>();

/** Restores a snapshot while a component renders, once for a fleet. An error goes to the fleet's `onError`. */
export function hydrateOnce(fleet: Fleet, snapshot: SnapshotOfServer): void {
  if (snapshot === undefined || snapshot === null) return;
  // A text is no snapshot. That is reported once for each fleet.
  const key = Object(snapshot) === snapshot ? snapshot : fleet;
  const fleets = fleetsOf.get(key) ?? new WeakSet();
  if (fleets.has(fleet)) return;
  fleetsOf.set(key, fleets.add(fleet));
  guardOf(fleet.databases.known).run(() => hydrateInRender(fleet, snapshot));
}
