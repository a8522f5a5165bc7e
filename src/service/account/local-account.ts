import { createDatabaseRecord } from './database-record.js';
import { AT_REST, Databases, type DatabasesOptions } from './databases.js';
import { KeyedLock } from '../shared/keyed-lock.js';
import type { StoredRecord, Write } from './record-store.js';
import type { Seed, Seeded, SeededRecord } from './seed.js';
import { createVectorIndexRecord } from './vector-index-record.js';
import { createVectorIndices } from './vector-indices.js';

export type Account = Awaited<ReturnType<typeof openLocalAccount>>;

export interface LocalAccountOptions extends Omit<DatabasesOptions, 'locks'> {
  readonly seed: Seed;
  /** Called with the records of a seed that is not empty, when they are durable. */
  readonly onSeeded?: (seeded: Seeded) => void;
}

/** Stored together with the seed, so that a restart does not add removed records of the seed again. */
const SEEDED: Write = { kind: 'note', id: 'seeded', record: {} };

/** A new store gets the seed. Unfinished lifecycles restart at the beginning of their current step. */
export async function openLocalAccount(options: LocalAccountOptions) {
  const { store, servers } = options;
  const locks = new KeyedLock();
  const databases = new Databases({ ...options, locks });
  const indices = createVectorIndices({ ...options, locks });

  if ((await store.get('note', SEEDED.id)) === undefined) await writeSeed(options);
  await databases.resume();

  return {
    databases,
    indices,
    async reset() {
      await locks.withGlobalLock(async () => {
        const removed: Write[] = [];
        for (const kind of ['database', 'index'] as const)
          for (const id of (await store.list(kind)).keys()) removed.push({ kind, id });
        await writeSeed(options, removed);
        databases.cancelSteps();
        await Promise.all(removed.filter(({ kind }) => kind === 'database').map(({ id }) => servers.remove(id)));
      });
      await databases.resume();
    },
    async close() {
      databases.close();
      // Closed before waiting, because this ends the server starts that earlier work waits for.
      const serversClosed = servers.close();
      await locks.withGlobalLock(async () => {
        await serversClosed;
        await store.close();
      });
    },
  };
}

/** Removes records and adds the records of the seed, in one write: a failure leaves no mixture of both. */
async function writeSeed(options: LocalAccountOptions, removed: readonly Write[] = []): Promise<void> {
  const { store, seed, clock, random, onSeeded } = options;
  const context = { now: clock.now(), random, modifyingState: AT_REST };
  const databases = (seed.databases ?? []).map((request) => {
    const record = createDatabaseRecord(request, context);
    return { kind: 'database', id: record['database_id'] as string, name: request.database_name, record } as const;
  });
  const indices = (seed.indices ?? []).map((fields) => {
    // JSON leaves out members that are `undefined`, so they get their defaults.
    const record = createVectorIndexRecord(JSON.parse(JSON.stringify(fields)) as StoredRecord, context);
    // The seed is validated, so a given name is a text.
    return { kind: 'index', id: record['id'] as string, name: record['name'] as string, record } as const;
  });
  await store.write([...removed, ...databases, ...indices, SEEDED]);
  if (databases.length + indices.length === 0) return;
  const toSeeded = ({ id, name }: SeededRecord): SeededRecord => ({ id, name });
  onSeeded?.({ databases: databases.map(toSeeded), indices: indices.map(toSeeded) });
}
