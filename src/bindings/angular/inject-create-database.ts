import { inject, NgZone, type Signal } from '@angular/core';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import type { InjectOptions } from './inject-options.js';
import { injectView } from './inject-view.js';
import { injectFleet } from './provide-fleet.js';

/** What a form that creates databases needs: `create`, and how far that is. */
export interface InjectedCreation extends Pick<Creation, 'create' | 'reset'> {
  readonly state: Signal<CreationState>;
}

/**
 * What a form that creates databases needs: `create`, and how far that is.
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
    // The new database is polled from here.
    create: (...call) => zone.runOutsideAngular(() => creation.create(...call)),
    reset: creation.reset,
  };
}
