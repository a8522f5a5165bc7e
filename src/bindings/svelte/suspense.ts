import type { Database, IndexRecord } from '../../index.js';
import { answer } from '../answer.js';
import * as awaited from '../waits.js';
import { whenSettled, type Awaited, type AwaitedListOptions } from '../waits.js';
import { useFleet } from './fleet-context.js';
import { useView, type Current } from './use-view.js';

// Async, so that an invalid id rejects.
async function load<Arguments extends readonly unknown[], T>(
  { query, waits }: Awaited<Arguments, T>,
  ...args: Arguments
): Promise<Current<T>> {
  const fleet = useFleet();
  const value = useView(answer(query, fleet, args));
  return whenSettled(answer(waits, fleet, args)(), value as Current<T>);
}

/**
 * Resolves with the record of a database in `current`, for `{#await}` and `await`. In `{#await}`, a new id waits again. The
 * database is polled while an effect reads `current`. On a server, `{#await}` renders its first block, and `await` waits for
 * the one request that the function sends.
 *
 * @throws FleetError the reason for the missing record, such as `not-found` or `disposed`; `invalid-request` for an
 *   invalid id
 * @example
 * ```svelte
 * {#await useSuspenseDatabase(id)}
 *   <p>Loading …</p>
 * {:then database}
 *   <h1>{database.current.database_name}</h1>
 * {:catch error}
 *   <p role="alert">{error.message}</p>
 * {/await}
 * ```
 */
export const useSuspenseDatabase = (id: string): Promise<Current<Database>> => load(awaited.database, id);

/**
 * Resolves with the records of these databases in `current`, when each has a record. Throws the error of a database without a
 * record, unless `throwOnError` is `false`.
 */
export const useSuspenseDatabases = (
  ids: readonly string[],
  { throwOnError }: AwaitedListOptions = {},
): Promise<Current<readonly Database[]>> => load(awaited.databases, ids, throwOnError);

/** Resolves with the record of a vector index in `current`, when there is a list. Throws `not-found` if the list lacks the index. */
export const useSuspenseVectorIndex = (id: string): Promise<Current<IndexRecord>> => load(awaited.vectorIndex, id);

/** Resolves with the records of all vector indices of the account in `current`, when there is a list. */
export const useSuspenseVectorIndices = (): Promise<Current<readonly IndexRecord[]>> => load(awaited.vectorIndices);
