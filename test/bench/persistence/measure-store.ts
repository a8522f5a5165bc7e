/**
 * Measures a store with many ids: `npx tsx test/bench/persistence/measure-store.ts [ids] [directory]`. Prints the times to add
 * all ids in one call and flush them, and to open them again with their records, each time in a new process.
 */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFleet, upsertDatabase, type Fleet } from '../../../src/index.js';
import { openDirectory, type Store } from '../../../src/persistence/directory/index.js';
import { sampleDatabase } from '../../support/sample-database.js';

const [, , count = '100000', directory = join(tmpdir(), 'fleetglass-measure-store'), step] = process.argv;

async function measure<T>(what: string, task: () => T): Promise<Awaited<T>> {
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  const result = await task();
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = Math.round((user + system) / 1000);
  console.log(`${what}: ${Math.round(performance.now() - startedMs)} ms, ${cpuMs} ms of processor time`);
  return result;
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

if (step === 'open') {
  const mode = process.env['NODE_ENV'] ?? 'development';
  const { fleet, store } = await measure(`open until ready, ${mode}`, openFleet);
  console.log(`${fleet.databases.all.value.length} records are in place.`);
  fleet.dispose();
  await store.close();
} else {
  await rm(directory, { recursive: true, force: true });
  const ids = Array.from({ length: Number(count) }, (_, at) => `db-${at.toString(36).padStart(8, '0')}-abcd-efgh`);
  const { fleet, store } = await openFleet();
  await measure(`add ${count} ids and flush`, async () => {
    fleet.databases.add(ids);
    await fleet.flush();
  });
  for (const database_id of ids) upsertDatabase(fleet, { ...sampleDatabase, database_id });
  await measure('flush their records', () => fleet.flush());
  fleet.dispose();
  await measure('close', () => store.close());
  for (const NODE_ENV of ['development', 'production'])
    spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), count, directory, 'open'], {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV },
    });
  await rm(directory, { recursive: true, force: true });
}
