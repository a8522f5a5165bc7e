import { Signal, type ReadonlySignal } from '@preact/signals';

/** A value, or a signal of one: the component renders when that changes. */
export type MaybeSignal<T> = T | ReadonlySignal<T>;

export function readSignal<T>(value: MaybeSignal<T>): T {
  return value instanceof Signal ? value.value : (value as T);
}
