import { callRules, checkCall } from '../api/inspect-call.js';
import type { CallOptions } from '../api/management-client.js';
import type { IndexRecord, VectorIndex } from '../api/vector-index.js';
import type { Answers } from '../effects/answers.js';
import { checkId } from '../effects/check-ids.js';
import { checkedViews } from '../effects/checked-views.js';
import type { IndexListStatus } from '../effects/index-list-status.js';
import type { IndexList } from '../effects/list-vector-indices.js';
import { once } from '../shared/once.js';
import type { EntityStore } from '../state/entity-store.js';
import type { EntityViews } from '../state/entity-views.js';
import type { View } from '../state/view.js';

/** The tokens of a vector index, and any further credential fields that the service sends. */
export interface IndexCredentials {
  readonly token?: string;
  readonly read_only_token?: string;
  readonly [field: string]: unknown;
}

/**
 * The vector indices of the account. The service returns them all as one list. The list is polled every 30 s while any
 * view of it has a subscriber, and every 120 s while it is tracked. An index that is absent from the list is `missing`.
 */
export interface Indices extends Omit<EntityViews<IndexRecord>, 'ids'> {
  /** Whether the list was received, and the error if not; `all` is empty in both cases. Emits at once, then for each answer. */
  readonly status: View<IndexListStatus>;
  /** Keeps the list polled. @returns a function that ends this; calling it again does nothing. */
  track(): () => void;
  /**
   * Reads the list now and returns its records.
   *
   * @throws FleetError any code of `ManagementClient.listVectorIndices`; `disposed`.
   * @see api.md, List vector indices.
   */
  refresh(options?: CallOptions): Promise<readonly IndexRecord[]>;
  /**
   * The tokens of an index, from memory only; `undefined` if the service sent none. They are secrets: pass them only to
   * code that needs them.
   *
   * @throws FleetError `invalid-request` for an invalid id
   */
  credentials(id: string): IndexCredentials | undefined;
}

/** The parts that {@link createIndices} needs. */
export interface IndicesParts {
  readonly store: EntityStore<IndexRecord>;
  readonly answers: Answers<VectorIndex>;
  readonly list: IndexList;
}

export function createIndices({ store, answers, list }: IndicesParts): Indices {
  return {
    ...checkedViews(store),
    status: list.state.status,
    track() {
      list.track();
      return once(list.untrack);
    },
    refresh: async (options) => list.request(checkCall('list-vector-indices', options, callRules).signal),
    credentials: (id) => answers.credentials(checkId(id)),
  };
}
