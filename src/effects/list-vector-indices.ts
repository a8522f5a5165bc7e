import type { Observable } from 'rxjs';
import { driftOf } from '../api/provenance.js';
import type { VectorIndex } from '../api/vector-index.js';
import type { Priority, Ticket } from '../polling/request-gate.js';
import { FleetError } from '../shared/fleet-error.js';
import type { EntityStore } from '../state/entity-store.js';
import { abandoned, failed, removed, requested } from '../state/entry.js';
import type { Answers } from './answers.js';
import type { EffectContext } from './effect-context.js';
import { createSharedRequests } from './shared-requests.js';

/** The key of the list among the things that are polled. No database has it for an id: those have no slash. */
export const VECTOR_INDEX_LIST = '/vector-indices';

/** The list of vector indices. */
export interface ListVectorIndices {
  /** Reads the list and commits it, whole; otherwise as `RefreshDatabase` does. */
  request(priority: Priority): Observable<readonly VectorIndex[]>;
  /** Somebody looks for an index: where the list is known and lacks it, it is missing. */
  seek(id: string): void;
  /** When a list was committed last, Unix milliseconds. */
  readonly confirmedAt: number | undefined;
}

/** @param commit makes all changes of one list one commit. */
export function createListVectorIndices(
  { client, gate, clock, exchange, nextOrder }: EffectContext,
  indices: EntityStore<VectorIndex>,
  answers: Answers<VectorIndex>,
  commit: (change: () => void) => void,
): ListVectorIndices {
  const requests = createSharedRequests<readonly VectorIndex[]>();
  /** As the service sent it: the next answer is compared with it. */
  let previous: readonly VectorIndex[] | undefined;
  let settledOrder = 0;
  let confirmedAt: number | undefined;

  /** Everything that the list says something about: what was in it, and what somebody looks for in it. */
  const concerned = (): Set<string> => new Set([...indices.memberIds(), ...indices.watchedIds()]);

  function commitList(list: readonly VectorIndex[], order: number): void {
    if (order < settledOrder) return;
    settledOrder = order;
    const at = clock.now();
    confirmedAt = at;
    const absent = concerned();
    for (const { id } of list) absent.delete(id);
    // An element whose id cannot be read may be any of those that seem to be gone.
    if (hasUnreadableId(list)) absent.clear();
    commit(() => {
      indices.leave(absent);
      for (const id of absent) {
        indices.settle(id, order, (entry) => removed(entry, at));
        answers.forget(id);
      }
      indices.join(list.map(({ id }) => id));
      for (const index of list) indices.confirm(index.id, order, answers.split(index.id, index), at);
    });
  }

  function commitFailure(error: unknown, order: number): void {
    const isFailure = error instanceof FleetError && error.code !== 'aborted' && order >= settledOrder;
    commit(() => {
      for (const id of concerned()) {
        if (isFailure) indices.settle(id, order, (entry) => failed(entry, error));
        indices.update(id, abandoned);
      }
    });
  }

  function ask(priority: Priority, cancel: AbortSignal): Ticket<readonly VectorIndex[]> {
    let order: number | undefined;
    commit(() => {
      for (const id of concerned()) indices.update(id, requested);
    });
    const ticket = gate.request({
      key: VECTOR_INDEX_LIST,
      operation: 'list-vector-indices',
      priority,
      signal: cancel,
      async send(signal) {
        order = nextOrder();
        const list = await exchange({ operation: 'list-vector-indices' }, signal, (signal) =>
          client().listVectorIndices({ signal, ...(previous && { previous }) }),
        );
        previous = list;
        commitList(list, order);
        return indices.all.value;
      },
    });
    const result = ticket.result.catch((error: unknown) => {
      commitFailure(error, order ?? nextOrder());
      throw error;
    });
    return { result, promote: (raised) => ticket.promote(raised) };
  }

  return {
    request: (priority) => requests.request(VECTOR_INDEX_LIST, priority, ask),
    seek(id) {
      const at = confirmedAt;
      if (at === undefined || indices.isMember(id)) return;
      indices.update(id, (entry) => (entry.status === 'unknown' ? removed(entry, at) : entry));
    },
    get confirmedAt() {
      return confirmedAt;
    },
  };
}

/** Elements without a usable id are left out of the list; its drift names them. */
function hasUnreadableId(list: readonly VectorIndex[]): boolean {
  return driftOf(list).some(({ path, kind }) => kind === 'wrong-type' && /^\[\d+\](?:\.id)?$/.test(path));
}
