import { createContext, useContext } from 'react';
import type { PollingStatus } from '../../../../index.js';
import type { PollFailures } from './poll-failures.js';
import { type Readable, usePollingStatus, useView } from '../../../../bindings/react/index.js';

/**
 * Whether the data of the page is current.
 *
 * - `connecting`: there was no answer and no failure yet. `live`: requests are answered. `partial`: some are not.
 * - `paused`: the user paused the polling. `limited`: the service asked for a pause.
 * - `unreachable`: no request is answered. `refused`: the service refuses the account. `offline`: there is no network.
 */
export type ConnectionState =
  | 'connecting'
  | 'live'
  | 'partial'
  | 'paused'
  | 'limited'
  | 'unreachable'
  | 'refused'
  | 'offline';

export function selectConnection(status: PollingStatus, failures: PollFailures, hasAnswer: boolean): ConnectionState {
  switch (status.state) {
    case 'paused':
      return status.reason.code === 'offline' ? 'offline' : 'paused';
    case 'held':
      return 'limited';
    case 'stopped':
      return status.reason.code === 'outage' ? 'unreachable' : 'refused';
    case 'running':
      if (failures.silentSince !== undefined) return 'unreachable';
      if (failures.count > 0) return 'partial';
      return hasAnswer ? 'live' : 'connecting';
  }
}

export function isDown(connection: ConnectionState): boolean {
  return connection === 'unreachable' || connection === 'refused' || connection === 'offline';
}

const DownContext = createContext(false);

export const DownProvider = DownContext.Provider;

/** Whether no row can be current: the service does not answer, or refuses the account. */
export function useIsDown(): boolean {
  return useContext(DownContext);
}

export function useSelectDown(failures: Readable<PollFailures>): boolean {
  const failing = useView(failures);
  return usePollingStatus({ select: (status) => isDown(selectConnection(status, failing, true)) });
}
