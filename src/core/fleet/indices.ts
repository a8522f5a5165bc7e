import { callOptions, type CallOptions } from '../client/call-options.js';
import { checkOptions } from '../shared/read-options.js';
import type { IndexRecord } from '../records/vector-index.js';
import type { EntityViews, View } from '../store/view.js';
import { checkId, checkedViews } from './check-ids.js';
import type { IndexListStatus } from './index-list.js';
import { kernelOf, type Kernel } from './kernel.js';

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
  /** The state of the list itself: whether it was received, and why not. Emits at once, then for each answer. */
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

export function createIndices({ indices, answers, list, known }: Kernel): Indices {
  return {
    ...checkedViews(indices, 'list-vector-indices'),
    status: list.status,
    track() {
      known.use();
      return list.track();
    },
    refresh: async (options) => list.request(checkOptions('list-vector-indices', callOptions, options).signal),
    credentials: (id) => answers.index.credentials(checkId(id, 'list-vector-indices')),
  };
}

/** Whether the list is from the last 30 s. An older list may lack a new index. Another clock may give a future time. */
export function isListRecent(fleet: unknown): boolean {
  const { list, options } = kernelOf(fleet, 'isListRecent');
  const ageMs = options.clock.now() - (list.confirmedAt() ?? -Infinity);
  return ageMs >= 0 && ageMs < 30_000;
}
