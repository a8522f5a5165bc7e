import type { Fleet } from '../../index.js';
import { readSource, type Source } from '../answer.js';
import type { Id } from '../views-by-id.js';

/** A fleet, or a function that returns the fleet, such as `() => this.fleet` for a property that a context provides. */
export type FleetSource = Fleet | (() => Fleet | undefined);

/** An id, or a function that returns the id, such as `() => this.databaseId`. Each update of the host calls the function. */
export type IdSource<I extends Id = Id> = Source<I>;

/** Returns a function that calls `find` with the fleet. The function returns `undefined` while there is no fleet. */
export function fromFleet<Result>(source: FleetSource, find: (fleet: Fleet) => Result): () => Result | undefined {
  return () => {
    const fleet = readSource<Fleet | undefined>(source);
    return fleet && find(fleet);
  };
}

/** @throws Error while there is no fleet */
export function requireResult<Result>(find: () => Result | undefined): Result {
  const result = find();
  if (result === undefined)
    throw new Error('There is no fleet yet: neither given to this element nor provided above it.');
  return result;
}
