import type { Database } from '../../../../src/core/records/database.js';
import type { Candidate } from '../../harness/compare.js';
import type { TimeLimit } from '../../harness/time-limit.js';
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
  /** Subscribes to each record, and checks the time limit after each. */
  readonly watch: (store: PeerStore, timeLimit: TimeLimit) => void;
  /** The number of answers in one run. @default 1 */
  readonly answersPerRun?: number;
  readonly run?: (store: PeerStore, answers: Answers) => void;
  /** The target of fleetglass, relative to the floor. */
  readonly target?: number;
}

/** Creates a candidate for each peer. Its set-up checks that the peer notifies correctly. */
export function candidatesOf(work: PeerWork, others: readonly Peer[] = []): readonly Candidate[] {
  return [...peers, ...others].map((peer) => {
    const { run = changeOne, answersPerRun = 1 } = work;
    const answers = createAnswers(work.records, work.change);
    let store: PeerStore | undefined;
    return {
      name: peer.name,
      ...(peer.name.startsWith('fleetglass') && work.target !== undefined && { target: work.target }),
      setUp(timeLimit) {
        checkPeer(peer);
        store = peer.open(peer.needsOwnRecords === true ? work.records.map(parsed) : work.records);
        work.watch(store, timeLimit);
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
