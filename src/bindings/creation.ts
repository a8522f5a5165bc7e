import type { CreateDatabaseOptions, CreateDatabaseRequest, Database, Fleet, FleetError } from '../index.js';
import type { Readable } from './readable.js';

/**
 * How far the creation of a database is. A failure keeps nothing of the request: the form has it. Whatever the status,
 * `database` and `error` can be read.
 */
export type CreationState =
  | { readonly status: 'idle' | 'pending'; readonly database?: never; readonly error?: never }
  | { readonly status: 'created'; readonly database: Database; readonly error?: never }
  | { readonly status: 'failed'; readonly database?: never; readonly error: FleetError };

/** What a component that creates databases holds. */
export interface Creation extends Readable<CreationState> {
  /**
   * Creates a database. Never rejects: what went wrong is in `value`. While one is being created a second call, such
   * as that of a double click, sends nothing and gives the same promise. It outlives the component: the request is
   * sent exactly once, and its database becomes known.
   */
  create(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): Promise<Database | undefined>;
  /** Forgets how the last one ended. Does nothing while one is being created. */
  reset(): void;
}

const IDLE: CreationState = { status: 'idle' };

export function createCreation({ databases }: Pick<Fleet, 'databases'>): Creation {
  const listeners = new Set<(state: CreationState) => void>();
  let value = IDLE;
  let pending: Promise<Database | undefined> | undefined;

  function put(next: CreationState): void {
    value = next;
    for (const listener of listeners) tell(listener);
  }

  /** What it is now: who was told before may have gone on. What one throws harms no other, and no request. */
  function tell(listener: (state: CreationState) => void): void {
    try {
      listener(value);
    } catch (error) {
      console.error(error);
    }
  }

  function ended(state: CreationState): Database | undefined {
    pending = undefined;
    put(state);
    return state.status === 'created' ? state.database : undefined;
  }

  return {
    get value() {
      return value;
    },
    subscribe(next) {
      // Each subscription is one of its own, whoever else has the same listener.
      const listener = (now: CreationState): void => next(now);
      listeners.add(listener);
      tell(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    create(...call) {
      if (pending !== undefined) return pending;
      const creating = databases
        .create(...call)
        .then(created, failed)
        .then(ended);
      pending = creating;
      put({ status: 'pending' });
      return creating;
    },
    reset() {
      if (pending === undefined) put(IDLE);
    },
  };
}

function created(database: Database): CreationState {
  return { status: 'created', database };
}

/** A fleet rejects with nothing else. */
function failed(error: FleetError): CreationState {
  return { status: 'failed', error };
}
