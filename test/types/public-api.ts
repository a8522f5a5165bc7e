/*
 * The code that the compiler must accept or refuse, for the core. Nothing runs here: `npm run types` fails when
 * something is refused, and when an error that is expected does not come. `reports` has each public type.
 */
import type { Observable, ObservableInput } from 'rxjs';
import {
  createManagementClient,
  reportUsage,
  usageOf,
  type CreateDatabaseRequest,
  type Database,
  type DatabaseWithCredentials,
  type Fleet,
  type VectorIndex,
  type View,
} from '../../src/index.js';
import { createService, type Service } from '../../src/service/index.js';
import { createMemoryService, type MemoryService } from '../../src/service/memory.js';
import type { Same } from './same.js';

const request: CreateDatabaseRequest = { database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' };

/** The values that an editor offers; `never` if the type is a plain string. */
type Offered<T> = T extends unknown ? (string extends T ? never : T) : never;

export const enumsThatAreReadComplete: {
  state: Same<Offered<Database['state']>, 'active' | 'suspended' | 'passive'>;
  primaryRegion: Same<Offered<Database['primary_region']>, CreateDatabaseRequest['primary_region']>;
  indexType: Same<Offered<VectorIndex['index_type']>, 'DENSE' | 'SPARSE' | 'HYBRID'>;
} = { state: true, primaryRegion: true, indexType: true };

export function enumsThatAreReadAdmitAnyString(value: string, index: VectorIndex): Partial<Database> {
  // A comparison with an undocumented value compiles.
  void (index.type === 'enterprise');
  const fields = { region: value, state: value, type: value, primary_region: value, db_resource_size: value };
  return { ...fields, db_type: value, db_acl_enabled: value, prometheus_enabled: value };
}

export function requestsAreClosed(region: string): void {
  // @ts-expect-error `af-south-1` is a primary region only
  void ({ ...request, read_regions: ['us-east-1', 'af-south-1'] } satisfies CreateDatabaseRequest);
  // @ts-expect-error a region that may be any string
  void ({ ...request, primary_region: region } satisfies CreateDatabaseRequest);
  // @ts-expect-error a plan that is explicitly nothing would be sent as such
  void ({ ...request, plan: undefined } satisfies CreateDatabaseRequest);
  // @ts-expect-error a field that is not documented
  void ({ ...request, shards: 3 } satisfies CreateDatabaseRequest);
}

export function recordsAreReadOnly(database: Database): void {
  // @ts-expect-error a record is immutable
  database.port = 1;
  // @ts-expect-error so is a list in it
  database.read_regions.push('eu-west-1');
  // @ts-expect-error and an object in it
  database.securityAddons.vpcPeering = true;
}

export async function credentialsOfADatabaseNeedNoCast(): Promise<void> {
  const client = createManagementClient({ baseUrl: new URL('https://example.com') });
  const created = await client.createDatabase(request);
  created.password satisfies string | undefined;
  const shown: DatabaseWithCredentials = await client.getDatabase('1', { credentials: 'show' });
  const database: Database = shown;
  // @ts-expect-error a read hides them
  void database.password;
  const indices = await client.listVectorIndices({ previous: [] });
  // @ts-expect-error a database is no list
  void client.getDatabase('1', { previous: indices });
}

export function usageIsReportedUnderTheNamesOfLimits(fleet: Fleet): void {
  usageOf(fleet, 'index', 'a').value?.max_vector_count?.used satisfies number | undefined;
  // @ts-expect-error a misspelt limit
  reportUsage(fleet, 'database', 'a', { db_max_client: 812 });
  // @ts-expect-error a limit of the other resource
  void usageOf(fleet, 'index', 'a').value?.db_max_clients;
}

export function aViewIsWhatOthersTake(view: View<number>): void {
  view satisfies Observable<number>;
  view satisfies ObservableInput<number>;
  view satisfies AsyncIterable<number>;
  // Svelte accepts a view as a store in a component.
  view satisfies { subscribe(run: (value: number) => unknown, invalidate?: unknown): unknown };
}

export function theWholeServiceReplacesAServiceInMemory(): MemoryService {
  const options = { credentials: { username: 'me', password: 'secret' } };
  // @ts-expect-error a service in memory is not the whole service
  createMemoryService(options) satisfies Service;
  return createService(options);
}
