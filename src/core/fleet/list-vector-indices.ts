import type { IndexRecord } from '../records/vector-index.js';
import type { PollFacts } from '../polling/poll-targets.js';
import type { Entry } from '../store/entry.js';
import type { EffectContext } from './effect-context.js';
import { hideSecrets } from './answers.js';
import { createIndexListState, LIST, type IndexListParts, type IndexListState } from './index-list-state.js';

/** The list of vector indices: one poll target, whose answer is committed to the store of the indices. */
export interface IndexList {
  /** Reads the list now and commits it. Concurrent callers share one request. */
  request(signal?: AbortSignal): Promise<readonly IndexRecord[]>;
  /** Keeps the list polled. Interest is counted: each call needs one call of `untrack`. */
  track(): void;
  untrack(): void;
  /** A view that depends on the list got its first subscriber, or lost its last subscriber. */
  observe(isObserved: boolean): void;
  /** To be called when the list was confirmed without a request. */
  confirmed(): void;
  readonly state: IndexListState;
}

export function createIndexList(context: EffectContext, parts: IndexListParts): IndexList {
  const { operations, clock, scheduler, orders, reportRequest } = context;
  const { indices, answers } = parts;
  const state = createIndexListState(parts, clock, observe);
  const polls = scheduler.register<readonly IndexRecord[]>({
    resource: 'vector-index-list',
    operation: 'list-vector-indices',
    facts: () => listFacts(state.entry),
    poll: (_, signal, turn) => reportRequest({ operation: 'list-vector-indices' }, () => read(signal, turn)),
    onRequested: state.request,
    onCancelled: state.abandon,
    onNotSent: (_, error) => state.fail(error, orders.now()),
  });
  indices.onObserved((isObserved, id) => {
    observe(isObserved);
    if (isObserved && id !== undefined) state.seek(id);
  });

  function observe(isObserved: boolean): void {
    if (isObserved) polls.observe(LIST);
    else polls.unobserve(LIST);
  }

  async function read(signal: AbortSignal, turn?: number): Promise<readonly IndexRecord[]> {
    const order = orders.start(turn);
    try {
      const list = await operations().listVectorIndices({ signal, previous: state.entry.record });
      if (!signal.aborted) state.confirm(list, order);
      return indices.all.value;
    } catch (failure) {
      const error = hideSecrets(failure, answers.secrets());
      if (!signal.aborted) state.fail(error, order);
      throw error;
    }
  }

  return {
    request: (signal) => polls.request(LIST, signal),
    track: () => polls.track([LIST]),
    untrack: () => polls.untrack([LIST]),
    observe,
    confirmed: () => polls.confirmed(LIST),
    state,
  };
}

/** The facts of the list that its cadence depends on. */
function listFacts({ confirmedAt }: Entry<unknown>): PollFacts {
  return { hasRecord: confirmedAt !== undefined, modifying: false, active: true, missing: false, confirmedAt };
}
