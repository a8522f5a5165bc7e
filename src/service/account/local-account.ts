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

  if ((await store.get('note', SEEDED.id)) === undefined) {
    const writes = seedWrites(options);
    await store.write(writes);
    reportSeeded(writes, options);
  }
  await databases.resume();

  return {
    databases,
    indices,
    /** Removes all databases and indices, and adds the databases and indices of the seed. */
    async reset() {
      await locks.withGlobalLock(async () => {
        const removed = await removals(options);
        const seeded = seedWrites(options);
        // One write, so that a failure leaves either the old records or the seed.
        await store.write([...removed, ...seeded]);
        reportSeeded(seeded, options);
        databases.cancelSteps();
        await Promise.all(removed.filter(({ kind }) => kind === 'database').map(({ id }) => servers.remove(id)));
      });
      await databases.resume();
    },
    async close() {
      databases.cancelSteps();
      // Closed before waiting, because this ends the server starts that earlier work waits for.
      const serversClosed = servers.close();
      await locks.withGlobalLock(async () => {
        // Again, for databases that were created in the meantime.
        databases.cancelSteps();
        await serversClosed;
        await store.close();
      });
    },
  };
}

function seedWrites({ seed, clock, random }: LocalAccountOptions): Write[] {
  const now = clock.now();
  const databases = (seed.databases ?? []).map((request): Write => {
    const record = createDatabaseRecord(request, { now, random, modifyingState: AT_REST });
    return { kind: 'database', id: record['database_id'] as string, record };
  });
  const indices = (seed.indices ?? []).map((fields): Write => {
    // JSON leaves out what is `undefined`: it gets its default.
    const record = createVectorIndexRecord(JSON.parse(JSON.stringify(fields)) as StoredRecord, { now, random });
    return { kind: 'index', id: record['id'] as string, record };
  });
  return [...databases, ...indices, SEEDED];
}

function reportSeeded(writes: readonly Write[], { onSeeded }: LocalAccountOptions): void {
  const made = (kind: Write['kind'], nameField: string): SeededRecord[] =>
    writes
      .filter((write) => write.kind === kind)
      // The seed is validated, so a given name is a text.
      .map(({ id, record }) => ({ id, name: record?.[nameField] as string }));
  const seeded = { databases: made('database', 'database_name'), indices: made('index', 'name') };
  if (seeded.databases.length + seeded.indices.length > 0) onSeeded?.(seeded);
}

async function removals({ store }: LocalAccountOptions): Promise<Write[]> {
  const databases = [...(await store.list('database')).keys()].map((id): Write => ({ kind: 'database', id }));
  const indices = [...(await store.list('index')).keys()].map((id): Write => ({ kind: 'index', id }));
  return [...databases, ...indices];
}
