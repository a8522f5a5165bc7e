import type { Fleet } from '../../../core/fleet/fleet.js';
import type { KeptIds } from './kept-ids.js';

/** The fleet of the dashboard's server. It holds the ids and the last records, and reads usage with the account's credentials. */
export interface ServerFleet {
  readonly fleet: Fleet;
  /** Keeps the ids of the fleet on this machine. Absent if the fleet forgets them when the dashboard ends. */
  readonly kept: KeptIds | undefined;
  close(): Promise<void>;
}
