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

/** The tokens of a vector index, and whatever else of that kind the service may send. */
export interface IndexCredentials {
  readonly token?: string;
  readonly read_only_token?: string;
  readonly [field: string]: unknown;
}

/**
 * The vector indices of the account. The service lists them all: the list is polled while somebody subscribes to any
 * of these views (every 30 s), or while it is tracked (every 120 s). An index that is absent from it is gone.
 */
export interface Indices extends Omit<EntityViews<IndexRecord>, 'ids'> {
  /** Whether the list is there, and why not: an empty `all` is no answer to that. Changes with every answer. */
  readonly status: View<IndexListStatus>;
  /** Keeps the list polled. @returns a function that ends it. */
  track(): () => void;
  /**
   * Asks for the list now and gives its records.
   *
   * @throws FleetError any code of `ManagementClient.listVectorIndices`; `disposed`.
   * @see api.md, List vector indices.
   */
  refresh(options?: CallOptions): Promise<readonly IndexRecord[]>;
  /** The tokens of an index, from memory only. A secret: hand it to what needs it, and to nothing else. */
  credentials(id: string): IndexCredentials | undefined;
}

/** What the indices of a fleet are made of. */
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
