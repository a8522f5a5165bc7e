import type { InjectOptions, SelectOptions } from './inject-options.js';

/** What follows the first parameter wherever a selector is taken: that and options, or options alone. */
export type Selection<T> = readonly [
  selectorOrOptions?: ((value: T) => unknown) | InjectOptions,
  options?: SelectOptions<never>,
];

export interface ReadSelection<T> extends SelectOptions<unknown> {
  readonly selector?: (value: T) => unknown;
}

export function readSelection<T>([first, second]: Selection<T>): ReadSelection<T> {
  return typeof first === 'function' ? { ...(second as SelectOptions<unknown>), selector: first } : { ...first };
}
