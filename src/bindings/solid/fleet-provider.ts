import { createComponent, createContext, useContext, type JSX } from 'solid-js';
import type { Fleet } from '../../index.js';

const FleetContext = createContext<Fleet>();

/** The properties of `FleetProvider`. */
export interface FleetProviderProps {
  readonly fleet: Fleet;
  readonly children?: JSX.Element;
}

/**
 * Provides a fleet to the components below it. The provider does not dispose of the fleet: the code that created the
 * fleet does.
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
