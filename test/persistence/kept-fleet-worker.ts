/**
 * Runs as a separate process, which a test kills at a random moment: a fleet with a store that adds, removes and creates.
 * Each line on stdout begins with the name of a step; steps that end in `ed` are acknowledged.
 */
import { writeSync } from 'node:fs';
import { createDatabase, createFleet, unconfirmedCreatesOf } from '../../src/index.js';
import { openDirectory } from '../../src/persistence/directory/index.js';

const [directory = '', baseUrl = '', round = ''] = process.argv.slice(2);

/** `process.stdout` would keep what a slow reader has not taken, and the kill would take it along. */
const print = (step: string, ...words: readonly string[]): number => writeSync(1, `${[step, ...words].join(' ')}\n`);

const store = await openDirectory(directory);
const fleet = createFleet({
  baseUrl,
  credentials: { username: 'demo', password: 'CANARY-of-the-account' },
  persistence: store,
  polling: { perSecond: 1000, burst: 1000 },
});
await fleet.ready;
const { databases, storage } = fleet;
print('start', storage.value.state, JSON.stringify(storage.value.lost));
print('ids', ...databases.tracked.value);
print('unconfirmed', ...unconfirmedCreatesOf(fleet).value.map(({ request }) => request.database_name));

async function addAndRemove(): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `id-${round}-${count}`;
    print('adding', id);
    databases.add(id);
    await fleet.flush();
    print('added', id);
    if (count % 3 !== 0) continue;
    const old = `id-${round}-${Math.floor(count / 2)}`;
    print('removing', old);
    databases.remove(old);
    await fleet.flush();
    print('removed', old);
  }
}

async function create(): Promise<never> {
  for (let count = 0; ; count++) {
    const name = `created-${round}-${count}`;
    print('creating', name);
    const { database_id } = await createDatabase(fleet, {
      database_name: name,
      platform: 'aws',
      primary_region: 'us-east-1',
    });
    print('created', database_id);
  }
}

await Promise.all([addAndRemove(), create()]);
