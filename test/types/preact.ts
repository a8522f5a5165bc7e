/* The types of the binding of Preact's hooks. Nothing runs here: see `react.ts`. */
import { createElement } from 'preact';
import * as preact from '../../src/bindings/preact/index.js';
import type * as react from '../../src/bindings/react/index.js';
import type { Fleet, FleetSnapshot } from '../../src/index.js';

const { FleetProvider, HydrateFleet, ...hooks } = preact;

/** The hooks have the types of the hooks for React, whose tests are in `react.ts`. */
export function hooksHaveTheTypesOfThoseForReact(ofReact: typeof react): void {
  hooks satisfies Omit<typeof react, 'FleetProvider' | 'HydrateFleet' | 'useSuspenseDatabase'>;
  ofReact satisfies typeof hooks;
}

export function itsFleetIsProvided(fleet: Fleet): void {
  void createElement(FleetProvider, { fleet }, 'a page');
  // @ts-expect-error without a fleet
  void createElement(FleetProvider, {}, 'a page');
}

export function itsSnapshotMayComeLater(snapshot: FleetSnapshot | undefined): void {
  void createElement(HydrateFleet, { snapshot, children: 'a page' });
  // @ts-expect-error without a snapshot
  void createElement(HydrateFleet, {}, 'a page');
  // @ts-expect-error the text of a snapshot
  void createElement(HydrateFleet, { snapshot: '{}' }, 'a page');
}
