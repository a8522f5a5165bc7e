import React from 'react';
import type { Database, Entry, FleetError } from '../../index.js';
import { whenLoaded } from '../when-loaded.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/** React 18 does not have `use`. Bundlers report a missing named import, so this reads the default import. */
const { use } = React as { readonly use?: typeof React.use };

/**
 * Returns the record of a database. The component suspends until there is a record. If the record cannot be loaded, the
 * hook throws the error to the nearest error boundary.
 *
 * - To retry, refresh the id before you reset the boundary: `fleet.databases.refresh(id)`.
 * - On a server, the hook sends a request for a database that is not loaded. No other hook sends a request there. A
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
export function useSuspenseDatabase(id: string): Database {
  const fleet = useFleet();
  const entry = useView(fleet.databases.entry(id), { equals: rendersTheSame });
  if (entry.record) return entry.record;
  if (entry.error) throw needsBrowser(entry.error) ? new LeftToBrowser() : entry.error;
  return suspendUntil(whenLoaded(fleet, id));
}

function rendersTheSame(a: Entry<Database>, b: Entry<Database>): boolean {
  return a.record === b.record && (a.record !== undefined || a.error === b.error);
}

function suspendUntil(promise: Promise<void>): never {
  use?.(promise);
  // React 18 suspends for a thrown promise.
  throw promise as unknown as Error;
}

/** Whether a server sent no request because the `baseUrl` of the fleet is a path of the page. */
function needsBrowser({ issues }: FleetError): boolean {
  return !('document' in globalThis) && issues?.[0]?.path === 'baseUrl';
}

/** For an error with this digest, Next.js renders the fallback and logs nothing, neither on the server nor in the browser. */
class LeftToBrowser extends Error {
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING';

  constructor() {
    super('useSuspenseDatabase: the browser loads this database, because the baseUrl of the fleet is a path');
  }
}
