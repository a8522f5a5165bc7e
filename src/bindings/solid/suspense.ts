import { createResource, untrack, type Accessor } from 'solid-js';
import { isServer } from 'solid-js/web';
import type { Database, IndexRecord } from '../../index.js';
import { answer } from '../answer.js';
import * as awaited from '../waits.js';
import { whenSettled, type Awaited, type AwaitedListOptions } from '../waits.js';
import { useFleet } from './fleet-provider.js';
import { useView, type MaybeAccessor } from './use-view.js';

function suspend<Arguments extends readonly unknown[], T>(
  { query, waits }: Awaited<Arguments, T>,
  ...sources: { readonly [Index in keyof Arguments]: MaybeAccessor<Arguments[Index]> }
): Accessor<T | undefined> {
  const fleet = useFleet();
  const value = useView(answer(query, fleet, sources));
  const waitsOf = answer(waits, fleet, sources);
  const wait = useView(waitsOf);
  let ofServer: unknown;
  // The resource also carries the value of a server into the page, which shows it until the fleet of the page has one.
  const [loaded] = createResource(
    () => (isServer || typeof wait() === 'function') && waitsOf(),
    (pending) => (pending.value ? whenSettled(pending, value).then((read) => untrack(read)) : untrack(value)),
    { onHydrated: (pending) => (ofServer = pending) },
  );
  return () => {
    const pending = wait();
    if (pending === undefined) return value();
    if (typeof pending !== 'function' && ofServer !== waitsOf()) throw pending;
    return loaded();
  };
}

/**
 * Returns the record of a database as an accessor. While there is no record, a read returns `undefined` and suspends the
 * nearest `<Suspense>`. If the record cannot be loaded, a read throws to the nearest `<ErrorBoundary>`. On a server, it sends
 * one request. `renderToStringAsync` and `renderToStream` wait for it, and bring the record into the page.
 *
 * @throws FleetError the reason for the missing record, such as `not-found` or `disposed`; `invalid-request` for an
 *   invalid id
 * @example
 * ```tsx
 * const database = useSuspenseDatabase(() => props.id);
 * <h1>{database()?.database_name}</h1>
 * ```
 */
export const useSuspenseDatabase = (id: MaybeAccessor<string>): Accessor<Database | undefined> =>
  suspend(awaited.database, id);

/**
 * Returns the records of these databases as an accessor. A read suspends until each has a record. It throws the error of a
 * database without a record, unless `throwOnError` is `false`.
 */
export const useSuspenseDatabases = (
  ids: MaybeAccessor<readonly string[]>,
  { throwOnError }: AwaitedListOptions = {},
): Accessor<readonly Database[] | undefined> => suspend(awaited.databases, ids, throwOnError);

/**
 * Returns the record of a vector index as an accessor. A read suspends until there is a list of indices, and throws `not-found` if
 * the list lacks the index.
 */
export const useSuspenseVectorIndex = (id: MaybeAccessor<string>): Accessor<IndexRecord | undefined> =>
  suspend(awaited.vectorIndex, id);

/** Returns the records of all vector indices of the account as an accessor. A read suspends until there is a list. */
export const useSuspenseVectorIndices = (): Accessor<readonly IndexRecord[] | undefined> =>
  suspend(awaited.vectorIndices);
