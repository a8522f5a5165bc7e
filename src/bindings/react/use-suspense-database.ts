import React from 'react';
import type { Database, Entry, FleetError } from '../../index.js';
import { whenLoaded } from '../when-loaded.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/** React 18 has none. By the default import, since bundlers look for named ones. */
const { use } = React as { readonly use?: typeof React.use };

/**
 * The record of a database. Until there is one the component suspends; if there is none, it throws why to the nearest
 * error boundary.
 *
 * - To try again, refresh the id before the boundary is reset: `fleet.databases.refresh(id)`.
 * - A server that streams waits for the record, which takes a request there; `renderToString` sends the fallback.
 *
 * @throws FleetError why there is no record, such as `not-found`; `invalid-request` for an id that cannot be one
 * @example
 * ```tsx
 * <Suspense fallback={<Spinner />}>
 *   <Details id={id} />
 * </Suspense>
 *
 * function Details({ id }: { id: string }) {
 *   return <h1>{useSuspenseDatabase(id).database_name}</h1>;
 * }
 * ```
 */
export function useSuspenseDatabase(id: string): Database {
  const view = useFleet().databases.entry(id);
  const answer = useView(view, recordOrError);
  if (answer === undefined) return wait(whenLoaded(view));
  if (answer instanceof Error) throw answer;
  return answer;
}

function recordOrError({ record, error }: Entry<Database>): Database | FleetError | undefined {
  return record ?? error;
}

function wait(promise: Promise<void>): never {
  use?.(promise);
  // What React 18 waits for.
  throw promise as unknown as Error;
}
