import type { Database } from '../../../../src/core/api/database.js';
import type { Candidate } from '../../harness/compare.js';
import type { Patience } from '../../harness/patience.js';
import { checkPeer } from '../../peers/check-peer.js';
import type { Peer, PeerStore } from '../../peers/peer.js';
import { peers } from '../../peers/peers.js';
import { createAnswers, type Answers } from './answers.js';
import { parsed } from './create-records.js';

/** The work of one workload with each peer. */
export interface PeerWork {
  readonly records: readonly Database[];
  /** The difference in an answer. */
  readonly change: Partial<Database>;
  /** Subscribes. It asks `patience` after each. */
  readonly watch: (store: PeerStore, patience: Patience) => void;
  /** How many answers one run takes. @default 1 */
  readonly answersPerRun?: number;
  readonly run?: (store: PeerStore, answers: Answers) => void;
  /** Of fleetglass, relative to the floor. */
  readonly target?: number;
}

/** A candidate for each peer, once it has shown that it does what is asked for. */
export function candidatesOf(work: PeerWork, others: readonly Peer[] = []): readonly Candidate[] {
  return [...peers, ...others].map((peer) => {
    const { run = changeOne, answersPerRun = 1 } = work;
    const answers = createAnswers(work.records, work.change);
    let store: PeerStore | undefined;
    return {
      name: peer.name,
      ...(peer.name.startsWith('fleetglass') && work.target !== undefined && { target: work.target }),
      setUp(patience) {
        checkPeer(peer);
        store = peer.open(peer.needsOwnRecords === true ? work.records.map(parsed) : work.records);
        work.watch(store, patience);
      },
      prepare: (runs) => answers.prepare(runs * answersPerRun),
      run: () => run(store as PeerStore, answers),
      tearDown() {
        store?.close();
        store = undefined;
      },
    };
  });
}

function changeOne(store: PeerStore, answers: Answers): void {
  store.change(answers.next());
}
