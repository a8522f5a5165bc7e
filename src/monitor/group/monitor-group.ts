import type { SharingStatus } from '../../core/polling/key-owner.js';
import type { SharingEngine } from '../../sharing/engine.js';

/**
 * Connects the monitors of several machines: the result of `replicaGroup` of `fleetglass/sharing/redis`. All members
 * evaluate their rules, and one of them at a time delivers.
 */
export type MonitorGroup = Pick<SharingEngine, 'join'>;

/** The state of a monitor in its group. */
export interface MonitorGroupStatus {
  /**
   * - `joining`: the monitor looks for the other members.
   * - `sharing`: the members share alerts and events.
   * - `lost`: the connection to the group was lost, at most 30 s ago.
   * - `alone`: no connection for 30 s, or the others have another service or account. The monitor delivers by itself.
   */
  readonly state: SharingStatus['state'];
  /** Whether this monitor delivers events. In a group that is connected, exactly one does. */
  readonly delivers: boolean;
  /** The number of members with this one, as far as it is known. */
  readonly members: number;
  /** Why there is no connection, without a secret. */
  readonly message?: string | undefined;
}
