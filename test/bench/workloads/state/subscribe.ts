import type { Database } from '../../../../src/core/api/database.js';
import { createSeededRandom } from '../../../support/seeded-random.js';
import { size as sizeInWords } from '../../harness/amounts.js';
import type { Effort } from '../../harness/effort.js';
import { heapUsed } from '../../harness/heap.js';
import { createPatience, OutOfPatience, type Patience } from '../../harness/patience.js';
import { printTable } from '../../harness/print-table.js';
import { report, type Measured } from '../../harness/report.js';
import { median } from '../../harness/statistics.js';
import { unwatch, type Peer, type PeerStore, type Watch } from '../../peers/peer.js';
import { peers } from '../../peers/peers.js';
import { openWholeFleet } from '../../peers/whole-fleet.js';
import { createRecords, parsed } from './create-records.js';
import { heard } from './heard.js';

/** A source of notifications. */
type Subscribable = Pick<Peer, 'name' | 'needsOwnRecords'> & {
  readonly open: (records: readonly Database[]) => Pick<PeerStore, 'watch' | 'close'>;
  /** Whether it keeps the records that it is given, and not copies of them. */
  readonly isKeeping: boolean;
};

/** With all that makes an id known and polled. */
const wholeFleet: Subscribable = {
  name: 'createFleet',
  isKeeping: false,
  open(records) {
    const fleet = openWholeFleet(records);
    return { watch: (id, onChange) => fleet.databases.record(id).subscribe(onChange), close: () => fleet.dispose() };
  },
};

const HEAP_TARGET_BYTES = 200;
/** Each collects all garbage several times, which is most of what it takes. */
const ROUNDS = 3;
/** With fewer, what else is in the heap would show. */
const FEWEST = 4000;

/** Subscribes to each of many records and leaves them again, in another order. */
export async function subscribe({ sizes, samples, patienceMs }: Effort): Promise<void> {
  const size = Math.max(FEWEST, ...sizes);
  const records = createRecords(size);
  const leaving = createLeavingOrder(size);
  const all = [...peers.map((peer) => ({ ...peer, isKeeping: true })), wholeFleet].map((peer) => ({
    peer,
    patience: createPatience(patienceMs),
    rounds: [] as Round[],
    stopped: undefined as string | undefined,
  }));
  for (let round = 0; round < Math.min(ROUNDS, Math.ceil(samples / 3)); round++) {
    for (const one of all) {
      if (one.stopped !== undefined) continue;
      try {
        one.rounds.push(measureRound(one.peer, records, leaving, one.patience));
      } catch (error) {
        if (!(error instanceof OutOfPatience)) throw error;
        one.stopped = error.message;
      }
    }
  }
  const timesOf = (which: 'subscribeMs' | 'unsubscribeMs'): Measured[] =>
    all.map(({ peer: { name }, rounds, stopped }) => ({ name, values: rounds.map((round) => round[which]), stopped }));
  const count = size.toLocaleString('en');
  report(`a subscription, of ${count}`, timesOf('subscribeMs'));
  report('the end of one, in any order', timesOf('unsubscribeMs'));
  printTable(`heap, with ${count} records and as many subscriptions`, [
    ['', 'a stored record, beyond it', 'a subscription', 'left when all ended', ''],
    ...all.map(({ peer, rounds }) => heapRow(peer, rounds)),
  ]);
}

function heapRow({ name, isKeeping }: Subscribable, rounds: readonly Round[]): string[] {
  if (rounds.length === 0) return [name, '', '', '', 'stopped'];
  const of = (which: keyof Round): number => median(rounds.map((round) => round[which]));
  const say = (bytes: number): string =>
    sizeInWords(bytes) +
    (name === 'fleetglass' && bytes > HEAP_TARGET_BYTES ? ` > ${HEAP_TARGET_BYTES} B, missed` : '');
  return [name, isKeeping ? say(of('recordBytes')) : '', say(of('watchBytes')), sizeInWords(of('leftBytes')), ''];
}

/** Each for one record or subscription. */
interface Round {
  readonly recordBytes: number;
  readonly subscribeMs: number;
  readonly watchBytes: number;
  readonly unsubscribeMs: number;
  readonly leftBytes: number;
}

function measureRound(
  { open, needsOwnRecords }: Subscribable,
  shared: readonly Database[],
  leaving: Uint32Array,
  patience: Patience,
): Round {
  const records = needsOwnRecords === true ? shared.map(parsed) : shared;
  const empty = heapUsed();
  const store = patience.during(() => open(records));
  try {
    const recordBytes = (heapUsed() - empty) / records.length;
    return { recordBytes, ...measureWatches(store, records, leaving, patience) };
  } finally {
    store.close();
  }
}

function measureWatches(
  store: Pick<PeerStore, 'watch'>,
  records: readonly Database[],
  leaving: Uint32Array,
  patience: Patience,
): Omit<Round, 'recordBytes'> {
  const per = (amount: number): number => amount / records.length;
  const watches = Array.from<Watch | undefined>({ length: records.length }).fill(undefined);
  const opened = heapUsed();
  const subscribeMs = timeOf(patience, () => {
    for (let at = 0; at < records.length; at++) {
      watches[at] = store.watch((records[at] as Database).database_id, heard);
      patience.check();
    }
  });
  const watched = heapUsed();
  const unsubscribeMs = timeOf(patience, () => {
    for (const at of leaving) {
      unwatch(watches[at] as Watch);
      watches[at] = undefined;
      patience.check();
    }
  });
  return {
    subscribeMs: per(subscribeMs),
    watchBytes: per(watched - opened),
    unsubscribeMs: per(unsubscribeMs),
    leftBytes: per(heapUsed() - opened),
  };
}

/** Milliseconds of this process's own time. */
function timeOf(patience: Patience, task: () => void): number {
  const start = process.cpuUsage();
  patience.during(task);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function createLeavingOrder(size: number): Uint32Array {
  const random = createSeededRandom(3);
  return Uint32Array.from(
    Array.from({ length: size }, (_, at) => [random(), at] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, at]) => at),
  );
}
