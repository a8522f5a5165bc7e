import { createContext, createElement, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { Fleet } from '../../index.js';

const FleetContext = createContext<Fleet | undefined>(undefined);

export interface FleetProviderProps {
  readonly fleet: Fleet;
  readonly children?: ComponentChildren;
}

/**
 * Gives a fleet to the components below it. It does not dispose of it: whoever made the fleet does.
 *
 * @example
 * ```tsx
 * const fleet = createFleet({ baseUrl: '/fleet' });
 *
 * render(
 *   <FleetProvider fleet={fleet}>
 *     <App />
 *   </FleetProvider>,
 *   root,
 * );
 * ```
 */
export function FleetProvider({ fleet, children }: FleetProviderProps): JSX.Element {
  return createElement(FleetContext.Provider, { value: fleet }, children);
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
