import { createContext, createElement, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { Fleet } from '../../index.js';
import { hydrateOnce, type HydrateFleetProps } from '../hydrate-fleet.js';

const FleetContext = createContext<Fleet | undefined>(undefined);

/** The properties of `FleetProvider`. */
export interface FleetProviderProps {
  readonly fleet: Fleet;
  readonly children?: ComponentChildren;
}

/**
 * Provides a fleet to the components below it. The code that created the fleet disposes of it, not the provider.
 *
 * @example
 * ```tsx
 * const fleet = createFleet({ baseUrl: '/fleet' });
 * render(<FleetProvider fleet={fleet}>{app}</FleetProvider>, root);
 * ```
 */
export function FleetProvider({ fleet, children }: FleetProviderProps): JSX.Element {
  return createElement(FleetContext.Provider, { value: fleet }, children);
}

/** Returns the fleet of the nearest provider above. @throws Error if there is no provider */
export function useFleet(): Fleet {
  const fleet = useContext(FleetContext);
  if (fleet === undefined) throw new Error('There is no <FleetProvider> above this component.');
  return fleet;
}

/**
 * Restores the snapshot of a server, from `dehydrate`, before its children render: their first render shows its records. Newer
 * records stay. It may be in a `<Suspense>` that the server streams later. An invalid snapshot, for example of another
 * version, goes to the fleet's `onError`, and the fleet requests what the children show.
 *
 * @example
 * <HydrateFleet snapshot={snapshot}><Row id={id} /></HydrateFleet>
 */
export function HydrateFleet({ snapshot, children }: HydrateFleetProps<ComponentChildren>): JSX.Element {
  hydrateOnce(useFleet(), snapshot);
  // The types of Preact 10 accept no component that returns children.
  return children as JSX.Element;
}
