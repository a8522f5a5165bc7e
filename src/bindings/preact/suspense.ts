import * as hooks from '../hooks.js';
import * as awaited from '../waits.js';
import { framework } from './use-view.js';

/**
 * Returns the record of a database. The component suspends until there is a record. If the record cannot be loaded, the
 * hook throws the error to the nearest error boundary.
 *
 * - To retry, refresh the id before you reset the boundary: `fleet.databases.refresh(id)`.
 * - `<Suspense>` is in `preact/compat`. On a server, render with `renderToStringAsync`, which waits for the one request that
 *   the hook sends.
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

function suspend(wait: Exclude<awaited.Wait, undefined>): never {
  // Preact suspends for a thrown promise.
  throw typeof wait === 'function' ? (wait() as unknown as Error) : wait;
}
