import { inject, NgZone, type Signal } from '@angular/core';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { injectView } from './inject-view.js';
import { injectFleet, type InjectOptions } from './provide-fleet.js';

/** Creates databases and has the status of the creation. */
export interface InjectedCreation extends Pick<Creation, 'create' | 'reset'> {
  readonly state: Signal<CreationState>;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```ts
 * readonly creation = injectCreateDatabase();
 * ```
 * ```html
 * @let creating = creation.state();
 * <button [disabled]="creating.status === 'pending'" (click)="creation.create(request)">Create</button>
 * @if (creating.status === 'failed') {
 *   <p role="alert">{{ creating.error.message }}</p>
 * }
 * ```
 */
export function injectCreateDatabase(options: InjectOptions = {}): InjectedCreation {
  const creation = createCreation(injectFleet(options));
  const zone = options.injector?.get(NgZone) ?? inject(NgZone);
  return {
    state: injectView(creation, options),
    // Polling of the new database sets timers, which must not check all components for changes.
    create: (...args) => zone.runOutsideAngular(() => creation.create(...args)),
    reset: creation.reset,
  };
}
