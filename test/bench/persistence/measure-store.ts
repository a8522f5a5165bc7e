/**
 * Measures a store with many ids: `npx tsx test/bench/persistence/measure-store.ts [ids] [directory]`. Prints the times to add
 * all ids in one call and flush them, and to open them again with their records.
 */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFleet, upsertDatabase, type Fleet } from '../../../src/index.js';
import { openDirectory, type Store } from '../../../src/persistence/directory/index.js';
import { sampleDatabase } from '../../support/sample-database.js';

const [, , count = '100000', directory = join(tmpdir(), 'fleetglass-measure-store')] = process.argv;
const ids = Array.from({ length: Number(count) }, (_, at) => `db-${at.toString(36).padStart(8, '0')}-abcd-efgh`);

async function measure(what: string, task: () => unknown): Promise<void> {
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  await task();
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = Math.round((user + system) / 1000);
  console.log(`${what}: ${Math.round(performance.now() - startedMs)} ms, ${cpuMs} ms of processor time`);
}

async function openFleet(): Promise<{ readonly fleet: Fleet; readonly store: Store }> {
  const store = await openDirectory(directory);
  const fleet = createFleet({
    baseUrl: 'http://localhost',
    persistence: store,
    fetch: () => Promise.reject(new Error()),
  });
  fleet.polling.pause();
  await fleet.ready;
  return { fleet, store };
}

await rm(directory, { recursive: true, force: true });
const first = await openFleet();
await measure(`add ${count} ids and flush`, async () => {
  first.fleet.databases.add(ids);
  await first.fleet.flush();
});
for (const database_id of ids) upsertDatabase(first.fleet, { ...sampleDatabase, database_id });
await measure('flush their records', () => first.fleet.flush());
first.fleet.dispose();
await measure('close', () => first.store.close());
const second: Awaited<ReturnType<typeof openFleet>>[] = [];
await measure('open until ready', async () => second.push(await openFleet()));
for (const { fleet, store } of second) {
  console.log(`${fleet.databases.all.value.length} records are in place.`);
  fleet.dispose();
  await store.close();
}
await rm(directory, { recursive: true, force: true });
