import { createDatabase, withoutCredentials } from '../core/fleet/create-database.js';
import type { CreateDatabaseOptions, CreateDatabaseRequest, Database, Fleet, FleetError } from '../index.js';
import { guardOf, type Readable } from './readable.js';

/** The members of the state of a creation. */
export interface CreationMembers {
  readonly status: 'idle' | 'pending' | 'success' | 'error';
  readonly isPending: boolean;
  /** The last request, without members that are named like credentials; absent for a request that is no plain data. */
  readonly variables: CreateDatabaseRequest | undefined;
  /** The created database, until the next creation or `reset`. */
  readonly data: Database | undefined;
  /** The error of the creation, until the next creation or `reset`. */
  readonly error: FleetError | undefined;
}

/** The state of a creation. A check of `status` narrows the types of `data` and `error`. */
export type CreationState = CreationMembers &
  (
    | { readonly status: 'idle' | 'pending'; readonly data: undefined; readonly error: undefined }
    | { readonly status: 'success'; readonly data: Database; readonly error: undefined }
    | { readonly status: 'error'; readonly data: undefined; readonly error: FleetError }
  );

/**
 * The callbacks of a creation; in React and Preact, of the last render. They are called once for each request, after
 * the state has changed, even if the component has unmounted. An error of a callback goes to the fleet's `onError`.
 */
export interface CreationOptions {
  readonly onSuccess?: ((data: Database, variables: CreateDatabaseRequest) => unknown) | undefined;
  readonly onError?: ((error: FleetError, variables: CreationMembers['variables']) => unknown) | undefined;
  /** Called after `onSuccess` or `onError`. */
  readonly onSettled?:
    | ((data: Database | undefined, error: FleetError | undefined, variables: CreationMembers['variables']) => unknown)
    | undefined;
}

/** The functions of a creation. They keep their references. */
export interface CreationActions {
  /**
   * Creates a database. The state has the result. A call during a creation, such as a double click, joins that creation and
   * sends no request. If the component unmounts, the request continues, and the fleet adds the new database.
   */
  create(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): void;
  /**
   * Like `create`, and returns a promise of the database. During a creation it is the promise of that creation.
   *
   * @throws FleetError any code of `createDatabase`
   */
  createAsync(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): Promise<Database>;
  /** Sets the status back to `idle`. Does nothing while a creation is pending. */
  reset(): void;
}

/** Creates databases for a component and reports the state of the creation in `value`. */
export interface Creation extends Readable<CreationState> {
  readonly actions: CreationActions;
}

const IDLE = { status: 'idle', isPending: false, variables: undefined, data: undefined, error: undefined } as const;

/** @param options the callbacks; `current` may change */
export function createCreation(
  fleet: Fleet,
  options: { readonly current?: CreationOptions | undefined } = {},
): Creation {
  const guard = guardOf(fleet.databases.known);
  const listeners = new Set<() => void>();
  let value: CreationState = IDLE;
  let pending: Promise<Database> | undefined;

  function setState(next: CreationState): void {
    value = next;
    // An error of a listener must not reach other listeners or the request.
    listeners.forEach((listener) => guard.run(listener));
  }

  function finish(state: CreationState): void {
    pending = undefined;
    setState(state);
    const { data, error, variables } = state;
    if (data) guard.run(() => options.current?.onSuccess?.(data, variables as CreateDatabaseRequest));
    if (error) guard.run(() => options.current?.onError?.(error, variables));
    guard.run(() => options.current?.onSettled?.(data, error, variables));
  }

  async function settle(sent: Promise<Database>, variables: CreationState['variables']): Promise<Database> {
    try {
      const data = await sent;
      finish({ ...IDLE, status: 'success', variables, data });
      return data;
    } catch (error) {
      // A fleet rejects with `FleetError` only.
      finish({ ...IDLE, status: 'error', variables, error: error as FleetError });
      throw error;
    }
  }

  const createAsync: CreationActions['createAsync'] = (request, callOptions) => {
    if (pending) return pending;
    const variables = variablesOf(request);
    pending = settle(createDatabase(fleet, request, callOptions), variables);
    setState({ ...IDLE, status: 'pending', isPending: true, variables });
    return pending;
  };

  return {
    get value() {
      return value;
    },
    subscribe(next) {
      // An earlier listener may have changed the state.
      const listener = (): void => next(value);
      listeners.add(listener);
      guard.run(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    actions: {
      create: (...args) => void createAsync(...args).catch(() => {}),
      createAsync,
      reset() {
        if (!pending) setState(IDLE);
      },
    },
  };
}

/** Makes a value of each member of the state, such as a ref that follows it. */
export function mapMembers<Result>(map: (member: keyof CreationMembers) => unknown): Result {
  return Object.fromEntries(Object.keys(IDLE).map((name) => [name, map(name as keyof CreationMembers)])) as Result;
}

/** The creation as an object whose members are getters of the current state. */
export function creationOf(creation: Creation, read: () => CreationState): CreationMembers & CreationActions {
  const members = mapMembers<PropertyDescriptorMap>((name) => ({ enumerable: true, get: () => read()[name] }));
  return Object.defineProperties({ ...creation.actions }, members) as CreationMembers & CreationActions;
}

function variablesOf(request: CreateDatabaseRequest): CreateDatabaseRequest | undefined {
  try {
    // The copy is what is sent: a request may be a proxy of the framework.
    return withoutCredentials(JSON.stringify(request));
  } catch {
    // `createDatabase` refuses a value that is no request.
    return undefined;
  }
}
