import { createComponent, createContext, useContext, type JSX } from 'solid-js';
import type { Fleet } from '../../index.js';

const FleetContext = createContext<Fleet>();

export interface FleetProviderProps {
  readonly fleet: Fleet;
  readonly children?: JSX.Element;
}

/**
 * Gives a fleet to the components below it. It does not dispose of it: whoever made the fleet does. It is read once, as
 * every value of a context is: `<Show when={fleet()} keyed>` around it makes the components anew for another.
 *
 * @example
 * ```tsx
 * const fleet = createFleet({ baseUrl: '/fleet' });
 *
 * render(
 *   () => (
 *     <FleetProvider fleet={fleet}>
 *       <App />
 *     </FleetProvider>
 *   ),
 *   root,
 * );
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

/**
 * The fleet of the nearest provider above.
 *
 * @throws Error where there is none
 */
export function useFleet(): Fleet {
  const fleet = useContext(FleetContext);
  if (fleet === undefined) throw new Error('There is no <FleetProvider> above this component.');
  return fleet;
}
