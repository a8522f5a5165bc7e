import { deepStrictEqual } from 'node:assert/strict';
import type { Database } from '../../../src/core/records/database.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { floor } from './floor.js';
import { unwatch, type Peer, type PeerStore, type Watch } from './peer.js';

/**
 * Checks that a peer tells its subscribers exactly what the floor tells them, since a peer that does less would look
 * faster.
 *
 * @throws AssertionError
 */
export function checkPeer(peer: Peer): void {
  const expected = toldBy(floor);
  const counts = expected.map((told) => Object.values(told).flat().length);
  deepStrictEqual(counts, [3, 0, 4, 4, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  deepStrictEqual({ name: peer.name, told: toldBy(peer) }, { name: peer.name, told: expected });
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

type Told = Readonly<Record<string, readonly unknown[]>>;
type Hear = (name: string) => (value: unknown) => void;

function toldBy({ open }: Peer): readonly Told[] {
  const store = open([ONE, TWO, { database_id: 'three' }].map(answerOf));
  const records = play(store, ANSWERS, (hear) => [
    store.watch('one', hear('one')),
    store.watch('one', hear('one again')),
    store.watch('two', hear('two')),
    store.watchField('one', 'state', hear('state of one')),
    store.watchField('two', 'state', hear('state of two')),
    store.watchField('one', 'read_regions', hear('regions of one')),
    store.watchAll(hear('all')),
  ]);
  const summaries = play(store, LIMITS, (hear) => [store.watchSummary(hear('summary'))]);
  store.close();
  return [...records, ...summaries];
}

/** What the subscribers are told after each answer, and after the same answers again, when all of them have left. */
function play(store: PeerStore, all: Answers, watch: (hear: Hear) => readonly Watch[]): readonly Told[] {
  const told: Record<string, unknown[]> = {};
  const watches = watch((name) => {
    const values: unknown[] = (told[name] = []);
    return (value) => void values.push(value);
  });
  const take = (answers: Answers[number]): Told => {
    for (const values of Object.values(told)) values.length = 0;
    const [first, ...more] = answers.map(answerOf);
    if (more.length === 0) store.change(first as Database);
    else store.changeAll(answers.map(answerOf));
    return JSON.parse(JSON.stringify(told)) as Told;
  };
  const before = all.map(take);
  watches.forEach(unwatch);
  return [...before, ...all.map(take)];
}

/** A freshly parsed answer, which shares no objects with another one. */
function answerOf(fields: Partial<Database>): Database {
  return JSON.parse(JSON.stringify({ ...sampleDatabase, ...fields })) as Database;
}
