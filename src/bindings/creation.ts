import { createDatabase } from '../core/fleet/create-database.js';
import type { CreateDatabaseOptions, CreateDatabaseRequest, Database, Fleet, FleetError } from '../index.js';
import type { Readable } from './readable.js';

/**
 * The status of the creation of a database. `database` and `error` can be read in every status. A failed creation does
 * not keep the request: the form still has the input.
 */
export type CreationState =
  | { readonly status: 'idle' | 'pending'; readonly database?: never; readonly error?: never }
  | { readonly status: 'created'; readonly database: Database; readonly error?: never }
  | { readonly status: 'failed'; readonly database?: never; readonly error: FleetError };

/** Creates databases for a component and reports the status of the creation in `value`. */
export interface Creation extends Readable<CreationState> {
  /**
   * Creates a database. The promise never rejects: `value` has the error. A second call meanwhile, such as a double click,
   * returns the same promise. If the component unmounts, the request continues, and the fleet tracks the new database.
   */
  create(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): Promise<Database | undefined>;
  /** Sets the status back to `idle`. Does nothing while a creation is pending. */
  reset(): void;
}

const IDLE: CreationState = { status: 'idle' };

export function createCreation(fleet: Fleet): Creation {
  const listeners = new Set<(state: CreationState) => void>();
  let value = IDLE;
  let pending: Promise<Database | undefined> | undefined;

  function setState(next: CreationState): void {
    value = next;
    listeners.forEach(notify);
  }

  /** An earlier listener may have changed the state. An error must not reach other listeners or the request. */
  function notify(listener: (state: CreationState) => void): void {
    try {
      listener(value);
    } catch (error) {
      console.error(error);
    }
  }

  function finish(state: CreationState): Database | undefined {
    pending = undefined;
    setState(state);
    return state.database;
  }

  return {
    get value() {
      return value;
    },
    subscribe(next) {
      // The wrapper keeps two subscriptions of the same function apart.
      const listener = (state: CreationState): void => next(state);
      listeners.add(listener);
      notify(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    create(...args) {
      if (pending) return pending;
      pending = createDatabase(fleet, ...args).then(
        (database) => finish({ status: 'created', database }),
        // A fleet rejects with `FleetError` only.
        (error: FleetError) => finish({ status: 'failed', error }),
      );
      setState({ status: 'pending' });
      return pending;
    },
    reset() {
      if (!pending) setState(IDLE);
    },
  };
}
