import type { Database } from '../../../../src/core/records/database.js';
import { createFleet } from '../../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../../src/core/fleet/snapshot.js';
import { Commits } from '../../../../src/core/store/commits.js';
import { EntityStore } from '../../../../src/core/store/entity-store.js';
import { printTable, size as sizeInWords } from '../../harness/tables.js';
import type { Effort } from '../../harness/effort.js';
import { heapUsed } from '../../harness/heap.js';
import { median } from '../../harness/statistics.js';
import { ACCOUNT } from '../../http/servers.js';
import { unwatch, type Peer, type PeerStore, type Watch } from '../../peers/peer.js';
import { peers } from '../../peers/peers.js';
import { createRecords, parsed, received } from './records.js';

type Subscribable = Pick<Peer, 'name' | 'needsOwnRecords'> & {
  readonly open: (records: readonly Database[]) => Pick<PeerStore, 'watch' | 'close'>;
  /** Whether it stores the given records, and not copies. */
  readonly isKeeping: boolean;
};

/** The store of a fleet alone, as the other libraries are stores. */
const store: Subscribable = {
  name: 'fleetglass',
  isKeeping: true,
  open(records) {
    const commits = new Commits(console.error);
    const databases = new EntityStore<Database>(commits);
    commits.commit(() => {
      databases.join(records.map(({ database_id }) => database_id));
      for (const record of records) databases.confirm(record.database_id, 1, record, Date.now());
    });
    return { watch: (id, onChange) => databases.record(id).subscribe(onChange), close: () => databases.end() };
  },
};

/**
 * A fleet as users create it, which knows these records and gets no answers. Includes the scheduling: the id becomes
 * known and polled.
 */
const wholeFleet: Subscribable = {
  name: 'createFleet',
  isKeeping: false,
  open(records) {
    const confirmedAt = Date.now();
    const fetch = (): Promise<Response> => new Promise<Response>(() => {});
    const fleet = createFleet({ baseUrl: 'https://localhost', credentials: ACCOUNT, fetch });
    hydrate(fleet, {
      format: 1,
      added: records.map(({ database_id }) => database_id),
      databases: records.map((record) => ({ id: record.database_id, status: 'fresh', record, confirmedAt })),
      indices: [],
      usage: [],
    });
    return { watch: (id, onChange) => fleet.databases.record(id).subscribe(onChange), close: () => fleet.dispose() };
  },
};

const HEAP_TARGET_BYTES = 240;
/** The number of rounds. Most of their time is garbage collection. */
const ROUNDS = 3;
/** The minimum number of records. With fewer records, other objects in the heap would affect the result. */
const FEWEST = 4000;

/** Measures the memory of a subscription to each of many records, and the memory left after all have ended. */
export async function subscribe({ sizes, samples }: Effort): Promise<void> {
  const size = Math.max(FEWEST, ...sizes);
  const records = createRecords(size);
  const compared: Subscribable[] = peers.map((peer) =>
    peer.name === store.name ? store : { ...peer, isKeeping: true },
  );
  const all = [...compared, wholeFleet].map((peer) => ({ peer, rounds: [] as Round[] }));
  for (let round = 0; round < Math.min(ROUNDS, Math.ceil(samples / 3)); round++)
    for (const { peer, rounds } of all) rounds.push(measureRound(peer, records));
  printTable(`heap, with ${size.toLocaleString('en')} records and as many subscriptions`, [
    ['', 'a stored record, beyond the record', 'a subscription', 'left when all ended', ''],
    ...all.map(({ peer, rounds }) => heapRow(peer, rounds)),
  ]);
}

function heapRow({ name, isKeeping }: Subscribable, rounds: readonly Round[]): string[] {
  const of = (which: keyof Round): number => median(rounds.map((round) => round[which]));
  const format = (bytes: number): string =>
    sizeInWords(bytes) +
    (name === 'fleetglass' && bytes > HEAP_TARGET_BYTES ? ` > ${HEAP_TARGET_BYTES} B, missed` : '');
  return [name, isKeeping ? format(of('recordBytes')) : '', format(of('watchBytes')), sizeInWords(of('leftBytes')), ''];
}

type Round = ReturnType<typeof measureRound>;

/** The bytes for one record or one subscription. */
function measureRound({ open, needsOwnRecords }: Subscribable, shared: readonly Database[]) {
  const records = needsOwnRecords === true ? shared.map(parsed) : shared;
  const empty = heapUsed();
  const store = open(records);
  try {
    const opened = heapUsed();
    const watches = Array.from<Watch | undefined>({ length: records.length }).fill(undefined);
    const before = heapUsed();
    for (let at = 0; at < records.length; at++)
      watches[at] = store.watch((records[at] as Database).database_id, received);
    const watched = heapUsed();
    for (let at = 0; at < records.length; at++) {
      unwatch(watches[at] as Watch);
      watches[at] = undefined;
    }
    const per = (bytes: number): number => bytes / records.length;
    return {
      recordBytes: per(opened - empty),
      watchBytes: per(watched - before),
      leftBytes: per(heapUsed() - before),
    };
  } finally {
    store.close();
  }
}
