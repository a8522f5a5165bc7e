import type { CreateDatabaseOptions, CreateDatabaseRequest, Database, Fleet, FleetError } from '../index.js';
import type { Readable } from './readable.js';

/** How far the creation of a database is. A failure keeps nothing of the request: the form has it. */
export type CreationState =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'created'; readonly database: Database }
  | { readonly status: 'failed'; readonly error: FleetError };

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
  let state = IDLE;
  let pending: Promise<Database | undefined> | undefined;

  function put(next: CreationState): void {
    state = next;
    for (const listener of listeners) listener(next);
  }

  async function send(...call: Parameters<Creation['create']>): Promise<Database | undefined> {
    try {
      const database = await databases.create(...call);
      pending = undefined;
      put({ status: 'created', database });
      return database;
    } catch (error) {
      pending = undefined;
      // A fleet rejects with nothing else.
      put({ status: 'failed', error: error as FleetError });
      return undefined;
    }
  }

  return {
    get value() {
      return state;
    },
    subscribe(next) {
      // Each subscription is one of its own, whoever else has the same listener.
      const listener = (now: CreationState): void => next(now);
      listeners.add(listener);
      next(state);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    create(...call) {
      if (pending !== undefined) return pending;
      put({ status: 'pending' });
      pending = send(...call);
      return pending;
    },
    reset() {
      if (pending === undefined && state !== IDLE) put(IDLE);
    },
  };
}
