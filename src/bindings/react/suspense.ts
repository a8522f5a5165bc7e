import React from 'react';
import * as hooks from '../hooks.js';
import * as awaited from '../waits.js';
import { lacksOrigin, type Wait } from '../waits.js';
import { framework } from './use-view.js';

/**
 * Returns the record of a database. The component suspends until there is a record. If the record cannot be loaded, the
 * hook throws the error to the nearest error boundary.
 *
 * - To retry, refresh the id before you reset the boundary: `fleet.databases.refresh(id)`.
 * - On a server, the hook sends a request for a database that is not loaded. Only hooks that suspend send requests there. A
 *   streaming server waits for the answer. `renderToString` sends the request and renders the fallback.
 * - On a server, a fleet whose `baseUrl` is a path cannot send requests. The server renders the fallback, and the browser
 *   loads the database. Next.js reports no error for this.
 *
 * @throws FleetError the reason for the missing record, such as `not-found` or `disposed`; `invalid-request` for an
 *   invalid id
 * @example
 * ```tsx
 * const Name = ({ id }: { id: string }) => <h1>{useSuspenseDatabase(id).database_name}</h1>;
 * <Suspense fallback={<Spinner />}><Name id={id} /></Suspense>
 * ```
 */
export const useSuspenseDatabase = /* @__PURE__ */ hooks.createSuspenseHook(framework, suspend, awaited.database);

/**
 * Returns the records of these databases, in their order. The component suspends until each has a record; the requests are
 * sent together. Throws the error of a database without a record, unless `throwOnError` is `false`.
 */
export const useSuspenseDatabases = /* @__PURE__ */ hooks.createSuspenseListHook(framework, suspend);

/**
 * Returns the record of a vector index. The component suspends until there is a list of indices. Throws `not-found` if the list
 * lacks the index.
 */
export const useSuspenseVectorIndex = /* @__PURE__ */ hooks.createSuspenseHook(framework, suspend, awaited.vectorIndex);

/** Returns the records of all vector indices of the account. The component suspends until there is a list. */
export const useSuspenseVectorIndices = /* @__PURE__ */ hooks.createSuspenseHook(
  framework,
  suspend,
  awaited.vectorIndices,
);

function suspend(wait: Exclude<Wait, undefined>): never {
  if (typeof wait !== 'function') throw !('document' in globalThis) && lacksOrigin(wait) ? new LeftToBrowser() : wait;
  // React 18 does not have `use`. Bundlers report a missing named import, so this reads the default import.
  const { use } = React as { readonly use?: typeof React.use };
  const promise = wait();
  use?.(promise);
  // React 18 suspends for a thrown promise.
  throw promise as unknown as Error;
}

/** For an error with this digest, Next.js renders the fallback and logs nothing, neither on the server nor in the browser. */
class LeftToBrowser extends Error {
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING';

  constructor() {
    super('The browser loads what this component waits for, because the baseUrl of the fleet is a path');
  }
}
