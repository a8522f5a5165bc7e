/*
 * The code that the compiler must accept or refuse, for the core. Nothing runs here: `npm run types` fails when
 * something above is refused, and when an error that is expected does not come.
 */
import type { Observable, ObservableInput } from 'rxjs';
import {
  createFleet,
  createManagementClient,
  exactInt64,
  hydrate,
  type FleetError,
  type CreateDatabaseRequest,
  type Database,
  type DatabaseWithCredentials,
  type FleetErrorCode,
  type Fleet,
  type RefreshAllResult,
  type FleetSnapshot,
  type VectorIndex,
  type View,
  dehydrate,
  refreshAll,
} from '../../src/index.js';

const request: CreateDatabaseRequest = { database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' };

export function readsAreOpen(database: Database, index: VectorIndex): void {
  database.state satisfies string;
  // A comparison with an undocumented value compiles.
  void (database.state === 'hibernating' || index.type === 'enterprise');
  // The type is not limited to the documented values.
  // @ts-expect-error a state that is read may be any string
  database.state satisfies 'active' | 'suspended' | 'passive';
}

export function requestsAreClosed(): void {
  // @ts-expect-error a platform that is not documented
  void ({ ...request, platform: 'azure' } satisfies CreateDatabaseRequest);
  // @ts-expect-error `af-south-1` is a primary region only
  void ({ ...request, read_regions: ['af-south-1'] } satisfies CreateDatabaseRequest);
  // @ts-expect-error a plan that is explicitly nothing would be sent as such
  void ({ ...request, plan: undefined } satisfies CreateDatabaseRequest);
  // @ts-expect-error without a platform
  void ({ database_name: 'a', primary_region: 'eu-west-1' } satisfies CreateDatabaseRequest);
}

export function recordsAreReadOnly(database: Database): void {
  // @ts-expect-error a record is immutable
  database.port = 1;
  // @ts-expect-error so is a list in it
  database.read_regions.push('eu-west-1');
  // @ts-expect-error and an object in it
  database.securityAddons.vpcPeering = true;
}

export function numbersThatAreFlagsByNameStayStrings(database: Database): void {
  database.prometheus_enabled satisfies string;
  // @ts-expect-error the string `true` or the string `false`, not a boolean
  database.db_acl_enabled satisfies boolean;
}

export async function operationsTakeAndGiveWhatIsDocumented(): Promise<void> {
  const client = createManagementClient({
    baseUrl: new URL('https://example.com'),
    credentials: async () => ({ username: 'me', password: 'secret' }),
  });
  const database: Database = await client.getDatabase('1', { credentials: 'show' });
  const indices: readonly VectorIndex[] = await client.listVectorIndices({ previous: [] });
  (await client.createDatabase(request, { allowUndocumented: true })) satisfies Database;
  exactInt64(database, 'db_request_limit') satisfies bigint | undefined;
  void indices;
  // @ts-expect-error of a database, not of a list
  void client.getDatabase('1', { previous: indices });
  // @ts-expect-error only hide is documented, and show is its absence
  void client.getDatabase('1', { credentials: 'all' });
  // @ts-expect-error the address cannot be guessed
  createManagementClient({});
}

export function errorsAreBranchedOn(error: FleetError): FleetErrorCode {
  // @ts-expect-error a code that does not exist
  void (error.code === 'oops');
  // @ts-expect-error an error says what was, and does not change
  error.status = 200;
  return error.code;
}

export async function credentialsOfADatabaseNeedNoCast(): Promise<void> {
  const client = createManagementClient({ baseUrl: 'https://example.com' });
  const created = await client.createDatabase(request);
  created.password satisfies string | undefined;
  created.read_only_rest_token satisfies string | undefined;
  const shown: DatabaseWithCredentials = await client.getDatabase('1', { credentials: 'show' });
  shown.rest_token satisfies string | undefined;
  const database: Database = created;
  // @ts-expect-error a read hides them
  void database.password;
}

export function aViewIsWhatOthersTake(view: View<number>): void {
  view satisfies Observable<number>;
  view satisfies ObservableInput<number>;
  view satisfies AsyncIterable<number>;
  // Svelte accepts a view as a store in a component.
  view satisfies { subscribe(run: (value: number) => unknown, invalidate?: unknown): unknown };
}

export function aSnapshotGoesFromOneFleetToAnother(fleet: Fleet, page: Fleet): void {
  const snapshot: FleetSnapshot = dehydrate(fleet);
  hydrate(page, snapshot);
  // @ts-expect-error a snapshot of another version
  hydrate(page, { ...snapshot, format: 2 });
  // @ts-expect-error a snapshot that may be absent
  hydrate(page, [snapshot].at(1));
  // @ts-expect-error a snapshot is no option of a fleet
  createFleet({ baseUrl: '/fleet', initial: snapshot });
}

export async function aRefreshNamesTheDatabase(fleet: Fleet, signal: AbortSignal): Promise<void> {
  (await fleet.databases.refresh('a', { signal })) satisfies Database;
  (await refreshAll(fleet)) satisfies RefreshAllResult;
  (await refreshAll(fleet)).refreshed satisfies readonly Database[];
  (await refreshAll(fleet, { signal })) satisfies RefreshAllResult;
  // @ts-expect-error without an id nothing is asked for
  void fleet.databases.refresh();
  // @ts-expect-error an id that may be missing
  void fleet.databases.refresh(['a'].at(1));
  // @ts-expect-error it asks for all that are known, not for some
  void refreshAll(fleet, ['a']);
}

export function membershipAndLeases(fleet: Fleet, ids: readonly string[]): void {
  fleet.databases.add('a');
  fleet.databases.add(ids);
  fleet.databases.remove(new Set(ids)) satisfies void;
  const end: () => void = fleet.databases.track(ids);
  end();
  dehydrate(fleet).added satisfies readonly string[];
  // @ts-expect-error membership ends with `remove`, not with a function that `add` returns
  fleet.databases.add('a')();
  // @ts-expect-error an id is a string
  fleet.databases.add([5]);
  // @ts-expect-error a lease is ended by the function that `track` returned
  fleet.databases.untrack('a');
}
