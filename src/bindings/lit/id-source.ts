import type { Id } from '../questions.js';

/** An id, or what gives it, such as `() => this.databaseId`: asked again at each update of the host. */
export type IdSource<I extends Id = Id> = I | (() => I);

export function idOf<I extends Id>(source: IdSource<I>): I {
  return typeof source === 'function' ? source() : source;
}
