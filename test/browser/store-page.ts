import {
  createDatabase,
  createFleet,
  refreshAll,
  type CreateDatabaseRequest,
  type FleetOptions,
} from '../../src/index.js';
import { openIndexedDB } from '../../src/persistence/indexeddb/index.js';

/** A page of the application, which a test opens in a frame: it has its own modules and its own place in the Web Lock. */
export interface StorePage extends Window {
  openFleet?: typeof openFleet;
}

let revision = 0;

/** Each answer is a changed record with a secret. */
const answer = async (url: string, init?: RequestInit): Promise<Response> => {
  const id = new URL(url).pathname.split('/').at(-1) ?? '';
  const database_id = init?.method === 'POST' ? 'created' : id;
  revision += 1;
  const database_name = `revision ${revision}`;
  return Response.json({ database_id, database_name, state: 'active', password: 'CANARY-password' });
};

export async function openFleet(name: string, options: Partial<FleetOptions> = {}) {
  const store = await openIndexedDB({ name });
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials: { username: 'me', password: 'CANARY-account' },
    persistence: store,
    fetch: (url, init) => answer(String(url), init),
    ...options,
  });
  await fleet.ready;
  return {
    fleet,
    store,
    // The functions of the fleet's own page: a fleet belongs to the modules that made it.
    create: (request: CreateDatabaseRequest) => createDatabase(fleet, request),
    refreshAll: () => refreshAll(fleet),
  };
}

(window as StorePage).openFleet = openFleet;
