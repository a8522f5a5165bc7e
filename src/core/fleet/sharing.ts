import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import type { KnownIds } from '../effects/known-ids.js';
import type { RequestOrders } from '../effects/request-orders.js';
import type { IndexList } from '../effects/list-vector-indices.js';
import type { PollGroup } from '../polling/poll-group.js';
import type { Limiter } from '../polling/limiter.js';
import type { PollSharing } from '../polling/poll-sharing.js';
import type { RateLimit } from '../polling/token-bucket.js';
import type { Clock } from '../shared/clock.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';

/**
 * Shares the polling with other fleets: each id is polled once for all, and the answers go to all.
 * `tabs` of `fleetglass/sharing/tabs` and `replicas` of `fleetglass/sharing/redis` implement it.
 *
 * @example
 * ```ts
 * const fleet = createFleet({ baseUrl: '/fleet', sharing: tabs({ scope: user.id }) });
 * ```
 */
export interface Sharing {
  /**
   * Called by `createFleet`.
   *
   * @throws FleetError `in-use` if another fleet uses the sharing; `disposed` if it is closed
   */
  connect(): SharingLink;
}

/** The membership of one fleet. Until `join` is called, the fleet owns no key. */
export interface SharingLink extends PollSharing {
  /** Joins the group. Called once, when all parts of the fleet are made. */
  join(parts: SharedParts): void;
  /** Shares the entry of a database that a response has settled. Called inside the commit. */
  publish(id: string, order: number): void;
  /** Shares the list of vector indices after a response. Called inside the commit. */
  publishList(order: number): void;
  /** Lets all members wait, because the service answered 429. */
  hold(delayMs: number): void;
  /** Leaves the group, without waiting for its end. */
  dispose(): void;
}

/** The parts of a fleet that a link reads, and to which it commits the answers of others. None holds a credential. */
export interface SharedParts {
  /** The base URL of the service: fleets with different ones share nothing. */
  readonly service: string;
  /** The user name of the account, if it is known and is no secret: fleets with different ones share nothing. */
  readonly account: string | undefined;
  /** The rate that all members together keep. */
  readonly rate: RateLimit;
  readonly clock: Clock;
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  readonly indices: EntityStore<IndexRecord>;
  readonly list: Pick<IndexList, 'state' | 'confirmed'>;
  readonly known: Pick<KnownIds<Database>, 'retain'>;
  readonly polls: Pick<PollGroup<Database>, 'confirmed'>;
  readonly orders: RequestOrders;
  readonly limiter: Pick<Limiter, 'heldMs' | 'hold'>;
}
