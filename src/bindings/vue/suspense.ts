import type { Database, IndexRecord } from '../../index.js';
import { answer } from '../answer.js';
import * as awaited from '../waits.js';
import { whenSettled, type Awaited, type AwaitedListOptions } from '../waits.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

// Async, so that an invalid id rejects.
async function load<Arguments extends readonly unknown[], T>(
  { query, waits }: Awaited<Arguments, T>,
  ...args: Arguments
): Promise<Shown<T>> {
  const fleet = useFleet();
  const value = useView(answer(query, fleet, args));
  return whenSettled(answer(waits, fleet, args)(), value as Shown<T>);
}

/**
 * Resolves with the record of a database as a ref. Await the promise in `setup`: the nearest `<Suspense>` then waits for
 * the record. On a server, the composable sends one request.
 *
 * `setup` runs once, so the id is fixed. For another id, create another component with `:key="id"`.
 *
 * @throws FleetError the reason for the missing record, such as `not-found` or `disposed`; `invalid-request` for an
 *   invalid id. The nearest `onErrorCaptured` receives the error
 * @example
 * ```vue
 * <script setup lang="ts">
 * const props = defineProps<{ id: string }>();
 * const database = await useSuspenseDatabase(props.id);
 * </script>
 *
 * <template>
 *   <h1>{{ database.database_name }}</h1>
 * </template>
 * ```
 */
export const useSuspenseDatabase = (id: string): Promise<Shown<Database>> => load(awaited.database, id);

/**
 * Resolves with the records of these databases as a ref, when each has a record. Throws the error of a database without a
 * record, unless `throwOnError` is `false`.
 */
export const useSuspenseDatabases = (
  ids: readonly string[],
  { throwOnError }: AwaitedListOptions = {},
): Promise<Shown<readonly Database[]>> => load(awaited.databases, ids, throwOnError);

/** Resolves with the record of a vector index as a ref, when there is a list. Throws `not-found` if the list lacks the index. */
export const useSuspenseVectorIndex = (id: string): Promise<Shown<IndexRecord>> => load(awaited.vectorIndex, id);

/** Resolves with the records of all vector indices of the account as a ref, when there is a list. */
export const useSuspenseVectorIndices = (): Promise<Shown<readonly IndexRecord[]>> => load(awaited.vectorIndices);
