import type { Fleet } from '../../../../index.js';

/** Makes something at its first use, once for each fleet. */
export function oncePerFleet<T>(create: (fleet: Fleet) => T): (fleet: Fleet) => T {
  const made = new WeakMap<Fleet, T>();
  return (fleet) => {
    const value = made.get(fleet) ?? create(fleet);
    made.set(fleet, value);
    return value;
  };
}
