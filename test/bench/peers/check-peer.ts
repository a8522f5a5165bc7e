import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Database } from '../../../src/core/records/database.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { unwatch, type Peer, type PeerStore } from './peer.js';

/**
 * Checks that a peer notifies exactly of the changes, since a peer that does less would look faster.
 *
 * @throws AssertionError
 */
export function checkPeer({ name, open }: Peer): void {
  const opened = ['one', 'two', 'three'].map((id) => answer(id));
  const store = open(opened);
  try {
    checkRecords(store, name);
    checkFields(store, name);
    checkAll(store, name);
    checkSummary(store, name);
  } finally {
    store.close();
  }
}

/** A freshly parsed answer, which shares no objects with another answer. */
function answer(id: string, changes: Partial<Database> = {}): Database {
  return JSON.parse(JSON.stringify({ ...sampleDatabase, database_id: id, ...changes }));
}

function checkRecords(store: PeerStore, name: string): void {
  const one = listen<Database | undefined>((onChange) => store.watch('one', onChange));
  const again = listen<Database | undefined>((onChange) => store.watch('one', onChange));
  const two = listen<Database | undefined>((onChange) => store.watch('two', onChange));
  store.change(answer('one', { replicas: 9 }));
  deepStrictEqual(one.emitted(), [answer('one', { replicas: 9 })], `${name}: notifies once of a change`);
  strictEqual(again.emitted().length, 1, `${name}: notifies every subscriber of a record`);
  deepStrictEqual(two.emitted(), [], `${name}: does not notify subscribers of another record`);
  store.change(answer('one', { replicas: 9 }));
  deepStrictEqual(one.emitted(), [], `${name}: does not notify of an equal answer`);
  store.change(answer('one', { replicas: 9, read_regions: ['eu-west-1'] }));
  strictEqual(one.emitted().length, 1, `${name}: notifies of a change within a list`);
  again.emitted();
  again.stop();
  store.change(answer('one'));
  deepStrictEqual(one.emitted(), [answer('one')], `${name}: notifies of a change back`);
  deepStrictEqual(again.emitted(), [], `${name}: does not notify after unsubscribing`);
  for (const each of [one, two]) each.stop();
}

function checkFields(store: PeerStore, name: string): void {
  const state = listen<string | undefined>((onChange) => store.watchField('one', 'state', onChange));
  const regions = listen<unknown>((onChange) => store.watchField('one', 'read_regions', onChange));
  const other = listen<string | undefined>((onChange) => store.watchField('two', 'state', onChange));
  store.change(answer('one', { replicas: 7 }));
  deepStrictEqual(state.emitted(), [], `${name}: does not notify subscribers of another field`);
  deepStrictEqual(regions.emitted(), [], `${name}: does not notify of an equal list in a field`);
  store.change(answer('one', { replicas: 7, state: 'suspended' }));
  deepStrictEqual(state.emitted(), ['suspended'], `${name}: notifies once of a change of a field`);
  store.change(answer('one', { replicas: 7, state: 'suspended', read_regions: [] }));
  deepStrictEqual(regions.emitted(), [[]], `${name}: notifies once of a change of a list in a field`);
  deepStrictEqual(other.emitted(), [], `${name}: does not notify subscribers to a field of another record`);
  for (const each of [state, regions, other]) each.stop();
  store.change(answer('one'));
  deepStrictEqual(
    [...state.emitted(), ...regions.emitted()],
    [],
    `${name}: does not notify after unsubscribing from a field`,
  );
}

function checkAll(store: PeerStore, name: string): void {
  const all = listen<readonly Database[]>((onChange) => store.watchAll(onChange));
  const changed = [answer('one', { replicas: 5 }), answer('three', { replicas: 5 })];
  store.changeAll([...changed, answer('two')]);
  deepStrictEqual(all.emitted(), [[changed[0], answer('two'), changed[1]]], `${name}: notifies once of a commit`);
  store.changeAll(changed.map((record) => ({ ...record })));
  deepStrictEqual(all.emitted(), [], `${name}: equal answers do not change the list`);
  store.change(answer('two', { replicas: 5 }));
  strictEqual(all.emitted().at(-1)?.[1]?.replicas, 5, `${name}: one change changes the list`);
  all.stop();
  store.changeAll([answer('one'), answer('two'), answer('three')]);
  deepStrictEqual(all.emitted(), [], `${name}: does not notify after unsubscribing from the list`);
}

function checkSummary(store: PeerStore, name: string): void {
  const summary = listen<unknown>((onChange) => store.watchSummary(onChange));
  store.change(answer('two', { db_max_clients: 1 }));
  deepStrictEqual(
    summary.emitted(),
    [{ databases: 3, clients: 20_001 }],
    `${name}: notifies once of a changed summary`,
  );
  store.change(answer('two', { db_max_clients: 1 }));
  deepStrictEqual(summary.emitted(), [], `${name}: an equal answer does not change the summary`);
  summary.stop();
  store.change(answer('two'));
  deepStrictEqual(summary.emitted(), [], `${name}: does not notify after unsubscribing from the summary`);
}

interface Listening<T> {
  /** The notifications since the last call, without notifications during the subscription. */
  emitted(): T[];
  stop(): void;
}

function listen<T>(watch: (onChange: (value: T) => void) => Parameters<typeof unwatch>[0]): Listening<T> {
  const received: T[] = [];
  const watching = watch((value) => void received.push(value));
  received.length = 0;
  return { emitted: () => received.splice(0), stop: () => unwatch(watching) };
}
