import { computed, type Signal } from '@angular/core';
import type { LimitUsage, ResourceKind } from '../../index.js';
import { limitsOf, type Id } from '../questions.js';
import { injectAnswer, type IdSource } from './inject-answer.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import type { Selection } from './selection.js';

/**
 * The limits of a database or a vector index with what is used of them; empty while there is no record, or no id.
 *
 * @param resource a function, such as an input, where it may change; so is `id`
 * @param selector makes something else of them, with what it reads of other signals
 * @example
 * ```ts
 * readonly limits = injectLimits('database', this.id);
 * readonly isFull = injectLimits('database', this.id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function injectLimits(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  options?: InjectOptions,
): Signal<readonly LimitUsage[]>;
export function injectLimits<Selected>(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  selector: (limits: readonly LimitUsage[]) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectLimits(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  ...selection: Selection<readonly LimitUsage[]>
): Signal<unknown> {
  if (typeof resource !== 'function')
    return injectAnswer((fleet, current) => limitsOf(fleet, resource, current), id, ...selection);
  const of = computed(resource);
  const current = typeof id === 'function' ? id : (): Id => id;
  return injectAnswer((fleet, now) => limitsOf(fleet, of(), now), current, ...selection);
}
