import type { Kernel } from '../core/fleet/kernel.js';
import type { KnownIds } from '../core/fleet/known-ids.js';
import type { IndexList } from '../core/fleet/index-list.js';
import type { RequestOrders } from '../core/fleet/request-orders.js';
import type { Limiter } from '../core/polling/limiter.js';
import type { RateLimit } from '../core/polling/token-bucket.js';
import type { Database } from '../core/records/database.js';
import type { IndexRecord } from '../core/records/vector-index.js';
import type { Clock } from '../core/shared/clock.js';
import type { Commits } from '../core/store/commits.js';
import type { EntityStore } from '../core/store/entity-store.js';

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
  readonly list: Pick<IndexList, 'entry' | 'onRequested' | 'confirm' | 'fail' | 'changeAll' | 'confirmed'>;
  readonly known: Pick<KnownIds, 'confirmed'>;
  readonly orders: RequestOrders;
  readonly limiter: Pick<Limiter, 'heldMs' | 'hold'>;
}

export function sharedPartsOf(kernel: Kernel): SharedParts {
  const { options, clocks, commits, effects, databases, indices, list, known } = kernel;
  const { limiter, orders } = effects;
  return {
    service: String(options.baseUrl),
    account: options.account,
    rate: limiter,
    clock: clocks.corrected,
    commits,
    databases,
    indices,
    list,
    known,
    orders,
    limiter,
  };
}
