import type { Database } from '../../../../src/core/records/database.js';
import type { Candidate } from '../../harness/compare.js';
import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import { checkPeer } from '../../peers/check-peer.js';
import { fleetglassWithUsage } from '../../peers/fleetglass.js';
import type { Peer, PeerStore } from '../../peers/peer.js';
import { peers } from '../../peers/peers.js';
import { createAnswers, createRecords, parsed, received, type Answers } from './records.js';

/** The work of one workload with each peer, for a number of records. */
interface PeerWork {
  readonly title: string;
  /** The difference in an answer. */
  readonly change: Partial<Database>;
  readonly watch: (store: PeerStore, records: readonly Database[]) => void;
  /** The share of the records that one run changes in one commit. By default, it changes one record. */
  readonly changedShare?: number;
  /** The target of fleetglass, relative to the floor. */
  readonly target?: number;
  /** The maximum growth of a candidate with a target, from the smallest to the largest size. */
  readonly growthTarget?: number;
  /** Candidates of this workload only. */
  readonly others?: readonly Peer[];
}

const watchEach: PeerWork['watch'] = (store, records) => {
  for (const { database_id } of records) store.watch(database_id, received);
};

const watchStates: PeerWork['watch'] = (store, records) => {
  for (const { database_id } of records) store.watchField(database_id, 'state', received);
};

/** Measures a change of one record among many. Each record has a subscriber. */
export const change = measures({
  title: 'an answer changes 1 of N records, 1 subscriber each',
  change: { replicas: 9 },
  watch: watchEach,
  target: 2.5,
  growthTarget: 4,
});

/** Measures a change of one record among many. Each record has a subscriber to one of its fields. */
export const field = measures(
  {
    title: 'an answer changes 1 of N records, 1 subscriber each to another field',
    change: { replicas: 9 },
    watch: watchStates,
    target: 3,
  },
  {
    title: 'an answer changes 1 of N records, 1 subscriber each to the changed field',
    change: { state: 'suspended' },
    watch: watchStates,
    target: 3,
  },
);

/** Measures a commit that changes 1 % of many records. One subscriber gets all records. */
export const list = measures({
  title: 'answers change 1 % of N records in one commit, 1 subscriber to all',
  change: { replicas: 9 },
  watch: (store) => void store.watchAll(received),
  changedShare: 0.01,
});

/**
 * Measures a changed limit of one record among many, and the update of the sum of all records. The floor adds up one limit by
 * hand, and the peers do as they can. The summary of fleetglass has all limits.
 */
export const summary = measures({
  title: 'an answer changes a limit of 1 of N records, 1 subscriber to the summary of all',
  change: { db_max_clients: 1500 },
  watch: (store) => void store.watchSummary(received),
  target: 6,
  growthTarget: 3,
  others: [fleetglassWithUsage],
});

function measures(...works: readonly PeerWork[]): (effort: Effort) => Promise<void> {
  return async (effort) => {
    for (const work of works) await measureWork(work, effort);
  };
}

async function measureWork(work: PeerWork, effort: Effort): Promise<void> {
  const { title, growthTarget } = work;
  const candidatesOf = (size: number): readonly Candidate[] => {
    const records = createRecords(size);
    return [...peers, ...(work.others ?? [])].map((peer) => candidateOf(peer, work, records));
  };
  await measureSizes({ title, candidatesOf, ...(growthTarget !== undefined && { growthTarget }) }, effort);
}

/** The set-up of a candidate checks that the peer notifies correctly. */
function candidateOf(peer: Peer, work: PeerWork, records: readonly Database[]): Candidate {
  const { changedShare, target } = work;
  const answersPerRun = changedShare === undefined ? 1 : records.length * changedShare;
  const run = changedShare === undefined ? changeOne : changeSome(answersPerRun);
  const answers = createAnswers(records, work.change);
  let store: PeerStore | undefined;
  return {
    name: peer.name,
    ...(peer.name.startsWith('fleetglass') && target !== undefined && { target }),
    setUp() {
      checkPeer(peer);
      store = peer.open(peer.needsOwnRecords === true ? records.map(parsed) : records);
      work.watch(store, records);
    },
    prepare: (runs) => answers.prepare(runs * answersPerRun),
    run: () => run(store as PeerStore, answers),
    tearDown() {
      store?.close();
      store = undefined;
    },
  };
}

function changeOne(store: PeerStore, answers: Answers): void {
  store.change(answers.next());
}

function changeSome(count: number): typeof changeOne {
  return (store, answers) => store.changeAll(Array.from({ length: count }, answers.next));
}
