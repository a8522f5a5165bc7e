import { createContext, useContext } from 'react';
import { usePollingStatus, useView, type Readable } from '../../../../bindings/react/index.js';
import { isDown, selectConnection } from './connection.js';
import type { PollFailures } from './poll-failures.js';

const DownContext = createContext(false);

/** Provides the result of {@link useSelectDown} to the components below. */
export const DownProvider = DownContext.Provider;

/** Whether no row can be current: the service does not answer, or refuses the account. */
export function useIsDown(): boolean {
  return useContext(DownContext);
}

/** Selects for {@link DownProvider} whether no row can be current. Once for all rows. */
export function useSelectDown(failures: Readable<PollFailures>): boolean {
  const failing = useView(failures);
  return usePollingStatus((status) => isDown(selectConnection(status, failing, true)));
}
