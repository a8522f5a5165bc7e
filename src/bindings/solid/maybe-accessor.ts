import type { Accessor } from 'solid-js';

/** A value, or an accessor of one that changes, such as `() => props.id`. */
export type MaybeAccessor<T> = T | Accessor<T>;

/** Reads it. What is a function itself cannot be told from its accessor. */
export function access<T extends object | string | number | undefined | null>(maybe: MaybeAccessor<T>): T {
  return typeof maybe === 'function' ? (maybe as Accessor<T>)() : maybe;
}
