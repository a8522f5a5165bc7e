import type { Fleet } from '../../index.js';

/** A fleet, or what gives it once there is one, such as `() => this.fleet` of a property that a context provides. */
export type FleetSource = Fleet | (() => Fleet | undefined);

/** @throws Error while there is none */
export function fleetOf(source: FleetSource): Fleet {
  const fleet = typeof source === 'function' ? source() : source;
  if (fleet === undefined) throw new Error('There is no fleet: neither given to this element, nor provided above it.');
  return fleet;
}
