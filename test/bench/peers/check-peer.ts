import { deepStrictEqual } from 'node:assert/strict';
import type { Database } from '../../../src/core/records/database.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { floor } from './floor.js';
import { unwatch, type Peer, type PeerStore, type Watch } from './peer.js';

/**
 * Checks that a peer notifies its subscribers exactly as the floor does: a peer that does less would look faster.
 *
 * @throws AssertionError
 */
export function checkPeer(peer: Peer): void {
  const expected = notificationsOf(floor);
  const counts = expected.map((notified) => Object.values(notified).flat().length);
  deepStrictEqual(counts, [3, 0, 4, 4, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  deepStrictEqual({ name: peer.name, notified: notificationsOf(peer) }, { name: peer.name, notified: expected });
}

type Answers = readonly (readonly Partial<Database>[])[];

const ONE = { database_id: 'one' };
const TWO = { database_id: 'two' };
const COMMIT = [ONE, { database_id: 'three', replicas: 5 }, TWO];

/** One answer after the other; several are one commit. */
const ANSWERS: Answers = [
  [{ ...ONE, replicas: 9 }],
  [{ ...ONE, replicas: 9 }],
  [{ ...ONE, replicas: 9, read_regions: ['eu-west-1'] }],
  [{ ...ONE, state: 'suspended', read_regions: ['eu-west-1'] }],
  COMMIT,
  COMMIT,
];
const LIMITS: Answers = [[{ ...TWO, db_max_clients: 1 }], [{ ...TWO, db_max_clients: 1 }]];

type Notified = Readonly<Record<string, readonly unknown[]>>;
type Recorder = (name: string) => (value: unknown) => void;

function notificationsOf({ open }: Peer): readonly Notified[] {
  const store = open([ONE, TWO, { database_id: 'three' }].map(answerOf));
  const records = play(store, ANSWERS, (recorder) => [
    store.watch('one', recorder('one')),
    store.watch('one', recorder('one again')),
    store.watch('two', recorder('two')),
    store.watchField('one', 'state', recorder('state of one')),
    store.watchField('two', 'state', recorder('state of two')),
    store.watchField('one', 'read_regions', recorder('regions of one')),
    store.watchAll(recorder('all')),
  ]);
  const summaries = play(store, LIMITS, (recorder) => [store.watchSummary(recorder('summary'))]);
  store.close();
  return [...records, ...summaries];
}

/** The notifications after each answer, and after the same answers once all subscribers have left. */
function play(store: PeerStore, all: Answers, watch: (recorder: Recorder) => readonly Watch[]): readonly Notified[] {
  const notified: Record<string, unknown[]> = {};
  const watches = watch((name) => {
    const values: unknown[] = (notified[name] = []);
    return (value) => void values.push(value);
  });
  const take = (answers: Answers[number]): Notified => {
    for (const values of Object.values(notified)) values.length = 0;
    const [first, ...more] = answers.map(answerOf);
    if (more.length === 0) store.change(first as Database);
    else store.changeAll(answers.map(answerOf));
    return JSON.parse(JSON.stringify(notified)) as Notified;
  };
  const before = all.map(take);
  watches.forEach(unwatch);
  return [...before, ...all.map(take)];
}

/** A newly parsed answer, which shares no objects with other answers. */
function answerOf(fields: Partial<Database>): Database {
  return JSON.parse(JSON.stringify({ ...sampleDatabase, ...fields })) as Database;
}
