import { createComponent, createComputed, createContext, createMemo, useContext, type JSX } from 'solid-js';
import type { Fleet } from '../../index.js';
import { hydrateOnce, type HydrateFleetProps } from '../hydrate-fleet.js';

const FleetContext = createContext<Fleet>();

/** The properties of `FleetProvider`. */
export interface FleetProviderProps {
  readonly fleet: Fleet;
  readonly children?: JSX.Element;
}

/**
 * Provides a fleet to the components below it. The code that created the fleet disposes of it, not the provider.
 *
 * Solid reads the value of a context once. To change the fleet, wrap the provider in `<Show when={fleet()} keyed>`, which
 * creates new components for a new fleet.
 *
 * @example
 * ```tsx
 * const fleet = createFleet({ baseUrl: '/fleet' });
 * render(() => <FleetProvider fleet={fleet}>{app}</FleetProvider>, root);
 * ```
 */
export function FleetProvider(props: FleetProviderProps): JSX.Element {
  return createComponent(FleetContext.Provider, {
    value: props.fleet,
    get children() {
      return props.children;
    },
  });
}

/** Returns the fleet of the nearest provider above. @throws Error if there is no provider */
export function useFleet(): Fleet {
  const fleet = useContext(FleetContext);
  if (fleet === undefined) throw new Error('There is no <FleetProvider> above this component.');
  return fleet;
}

/**
 * Restores the snapshot of a server, from `dehydrate`, before its children render, and each further snapshot. Newer records
 * stay. An invalid snapshot, for example of another version, goes to the fleet's `onError`, and the fleet requests what the
 * children show.
 *
 * @example
 * <HydrateFleet snapshot={snapshot()}><Row id={id} /></HydrateFleet>
 */
export function HydrateFleet(props: HydrateFleetProps<JSX.Element>): JSX.Element {
  const fleet = useFleet();
  createComputed(() => hydrateOnce(fleet, props.snapshot));
  return createMemo(() => props.children) as unknown as JSX.Element;
}
