import { assertInInjectionContext, type Signal } from '@angular/core';
import type { Readable } from '../readable.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import { readSelection, type Selection } from './selection.js';
import { signalOf } from './signal-of.js';

/**
 * What a view shows, as a signal.
 *
 * - It subscribes whether or not the signal is read: to a view at once, to what a function gives when effects run,
 *   since inputs are not there before. It unsubscribes with the component, or whatever else the injector is of.
 * - A function is one as `computed` takes: the signal follows it, and never shows what another view showed.
 * - Nothing runs in Angular's zone. On a server it reads the value and subscribes to nothing.
 *
 * @param source a view such as `fleet.databases.record(id)`, or a function that gives one
 * @param selector makes something else of its value, with what it reads of other signals; it must be pure
 * @example
 * ```ts
 * readonly count = injectView(injectFleet().databases.tracked, (ids) => ids.length);
 * ```
 */
export function injectView<T>(source: Readable<T> | (() => Readable<T>), options?: InjectOptions): Signal<T>;
export function injectView<T, Selected>(
  source: Readable<T> | (() => Readable<T>),
  selector: (value: T) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectView<T>(source: Readable<T> | (() => Readable<T>), ...selection: Selection<T>): Signal<unknown> {
  if (readSelection(selection).injector === undefined) assertInInjectionContext(injectView);
  return signalOf(source, selection);
}
