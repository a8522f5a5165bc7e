import React from 'react';
import type { Database, Entry } from '../../index.js';
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
 * - On a server it sends a request where nothing is known, and that is the one hook that does. A server that streams
 *   waits for the answer; `renderToString` sends the request too, and renders the fallback without waiting for it.
 *
 * @throws FleetError why there is no record, such as `not-found`, or `disposed`; `invalid-request` for an id that cannot be one
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
  const fleet = useFleet();
  const entry = useView(fleet.databases.entry(id), itself, isSameToShow);
  if (entry.record !== undefined) return entry.record;
  if (entry.error !== undefined) throw entry.error;
  return wait(whenLoaded(fleet, id));
}

function itself(entry: Entry<Database>): Entry<Database> {
  return entry;
}

function isSameToShow(a: Entry<Database>, b: Entry<Database>): boolean {
  return a.record === b.record && (a.record !== undefined || a.error === b.error);
}

function wait(promise: Promise<void>): never {
  use?.(promise);
  // What React 18 waits for.
  throw promise as unknown as Error;
}
