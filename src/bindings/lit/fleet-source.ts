import type { Fleet } from '../../index.js';

/** A fleet, or what gives it once there is one, such as `() => this.fleet` of a property that a context provides. */
export type FleetSource = Fleet | (() => Fleet | undefined);

/** Asks for what is of a fleet, as long as there is one. */
export function ofFleet<Found>(source: FleetSource, find: (fleet: Fleet) => Found): () => Found | undefined {
  return () => {
    const fleet = typeof source === 'function' ? source() : source;
    return fleet && find(fleet);
  };
}

/** Asks for what is of a fleet. @throws Error as long as there is none */
export function found<Found>(find: () => Found | undefined): Found {
  const answer = find();
  if (answer === undefined)
    throw new Error('There is no fleet yet: neither given to this element nor provided above it.');
  return answer;
}
