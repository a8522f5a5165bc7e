import * as React from 'react';
import type { Database } from '../../index.js';
import { isLoaded, whenLoaded } from '../when-loaded.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/** React 18 has none. Spelled so that bundlers do not look for it there. */
const use = (React as { readonly [name: string]: unknown })[['u', 's', 'e'].join('')] as typeof React.use | undefined;

/**
 * The record of a database. Until there is one the component suspends; if there is none, it throws why to the nearest
 * error boundary.
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
  const state = useView(view, ({ record, error }) => record ?? error);
  if (!isLoaded(view.value)) suspend(whenLoaded(view));
  if (state instanceof Error) throw state;
  return state as Database;
}

function suspend(promise: Promise<void>): void {
  if (use) use(promise);
  // What React 18 waits for.
  else throw promise as unknown as Error;
}
