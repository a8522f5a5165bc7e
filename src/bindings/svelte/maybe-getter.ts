/** A value, or a function that gives it: inside a function Svelte sees which state the value depends on. */
export type MaybeGetter<T> = T | (() => T);

export function valueOf<T extends object | string | undefined | null>(source: MaybeGetter<T>): T {
  return typeof source === 'function' ? source() : source;
}
