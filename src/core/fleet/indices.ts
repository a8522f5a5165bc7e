import { checkCall } from '../api/inspect-call.js';
import type { CallOptions } from '../api/management-client.js';
import type { IndexRecord, VectorIndex } from '../api/vector-index.js';
import type { Answers } from '../effects/answers.js';
import { checkId } from '../effects/check-ids.js';
import { checkedViews } from '../effects/checked-views.js';
import { VECTOR_INDEX_LIST, type IndexListStatus, type ListVectorIndices } from '../effects/list-vector-indices.js';
import type { Scheduler } from '../polling/scheduler.js';
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
  readonly listVectorIndices: ListVectorIndices;
  readonly scheduler: Scheduler;
}

export function createIndices({ store, answers, listVectorIndices, scheduler }: IndicesParts): Indices {
  return {
    ...checkedViews(store),
    status: listVectorIndices.status,
    track() {
      scheduler.track([VECTOR_INDEX_LIST]);
      return once(() => scheduler.untrack([VECTOR_INDEX_LIST]));
    },
    async refresh(options) {
      const { signal } = checkCall('list-vector-indices', options, () => []);
      const records = await listVectorIndices.request('user', signal);
      scheduler.confirm(VECTOR_INDEX_LIST);
      return records;
    },
    credentials: (id) => answers.credentials(checkId(id)),
  };
}
