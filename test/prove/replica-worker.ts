import { createFleet, systemClock } from '../../src/index.js';
import { replicas } from '../../src/sharing/redis/index.js';
import { HEADERS, INTERVAL_MS, VERSION_FIELD, type ReplicaCommand, type ReplicaTask } from './replica-messages.js';

// Runs as a separate process until it is killed or told to leave: one fleet that shares its polling.
const task = JSON.parse(process.argv[2] ?? '') as ReplicaTask;
const sharing = replicas({ connection: task.redisUrl, scope: 'faults' });

const fleet = createFleet({
  baseUrl: task.baseUrl,
  credentials: { username: 'demo', password: 'demo' },
  polling: task.rate,
  clock: { ...systemClock, now: () => Date.now() + task.clockAheadMs },
  fetch(url, init) {
    const headers = new Headers(init?.headers);
    headers.set(HEADERS.member, task.name);
    headers.set(HEADERS.state, fleet.polling.status.value.sharing?.state ?? '');
    return fetch(url, { ...init, headers });
  },
  sharing,
});

/** The version that the fleet shows, by id. */
const versions: Record<string, number> = {};
/** Each change of a record to an older version. */
const backwards: string[] = [];

for (const id of task.ids)
  fleet.databases.record(id, { passive: true }).subscribe((record) => {
    if (record === undefined) return;
    const [before = 0, version] = [versions[id], Number(record[VERSION_FIELD])];
    if (version < before) backwards.push(`${id} at ${task.name} from ${before} to ${version}`);
    versions[id] = version;
  });
fleet.databases.track(task.ids, { everyMs: INTERVAL_MS });

export type ReplicaReport = ReturnType<typeof report>;

function report() {
  return {
    sharing: fleet.polling.status.value.sharing,
    versions,
    tracked: fleet.databases.tracked.value,
    /** The ids whose entry is not fresh. */
    stale: task.ids.filter((id) => fleet.databases.entry(id).value.status !== 'fresh'),
    backwards,
  };
}

async function leave(): Promise<void> {
  fleet.dispose();
  await sharing.close();
  // Nothing of the fleet may keep the process alive.
  process.disconnect();
}

process.on('message', (command: ReplicaCommand) => {
  if (command === 'report') process.send?.(report());
  else void leave();
});
process.once('disconnect', () => setTimeout(() => process.exit(1), 5000).unref());
