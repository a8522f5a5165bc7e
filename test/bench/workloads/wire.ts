import { QueryClient, QueryObserver, notifyManager } from '@tanstack/query-core';
import * as v from 'valibot';
import { createAnswerTexts } from '../../../src/core/client/answer-texts.js';
import { readDatabase } from '../../../src/core/client/read-answer.js';
import { Answers } from '../../../src/core/fleet/answers.js';
import { databaseSchema, type Database } from '../../../src/core/records/database.js';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';
import { Commits } from '../../../src/core/store/commits.js';
import { EntityStore } from '../../../src/core/store/entity-store.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { compare, type Candidate } from '../harness/compare.js';
import type { Effort } from '../harness/effort.js';
import { again, checkTextStore, copyOf, parse, type TextPeer } from './text-stores.js';

const ID = sampleDatabase.database_id;
const TEXT = JSON.stringify(sampleDatabase);
const CHANGED = withChanges({ db_max_clients: 20_000 });

/** Measures the work from the text of an answer to the store, relative to `JSON.parse`. */
export async function wire(effort: Effort): Promise<void> {
  const answers = { ids: [ID], text: TEXT, changed: CHANGED, changedIds: [ID] };
  for (const store of STORES) await checkTextStore(store, answers);
  const title = 'From the text to the store, one subscriber';
  const after = (texts: readonly [string, string], target: number): Candidate[] => [
    parse(TEXT),
    ...STORES.map((store) => again(store, [ID], [TEXT, ...texts], target)),
  ];
  // Each text is a new string, like a text from the network.
  await compare(`${title}: the same text`, after([copyOf(TEXT), copyOf(TEXT)], 0.08), effort);
  await compare(`${title}: one field changed`, after([TEXT, CHANGED], 1.7), effort);
  await compare(`${title}: each record for the first time`, [parse(TEXT), ...STORES.map(storeFirst)], effort);
}

/** Each run uses a new id, in a store that is empty at the start of a sample. */
function storeFirst({ name, create }: TextPeer): Candidate {
  const texts: string[] = [];
  let store = create();
  let next = 0;
  return {
    name,
    prepare(runs) {
      while (texts.length < runs) texts.push(withChanges({ database_id: `database-${texts.length}` }));
      store = create();
      for (let at = 0; at < runs; at++) store.subscribe(`database-${at}`, () => {}, at);
      next = 0;
    },
    run: () => store.take(texts[next] as string, `database-${next++}`),
    remark: 'keeps its records',
  };
}

function withChanges(changes: Partial<Database>): string {
  return JSON.stringify({ ...sampleDatabase, ...changes });
}

/** The floor: it compares the text, then parses it and compares the fields. It checks nothing and shares nothing. */
const bareStore: TextPeer = {
  name: 'by hand: Maps, one callback, no checks',
  create() {
    const texts = new Map<string, string>();
    const records = new Map<string, Database>();
    const listeners = new Map<string, () => void>();
    return {
      take(text, id) {
        if (texts.get(id) === text) return;
        texts.set(id, text);
        const record = JSON.parse(text) as Database;
        if (deepEqual(record, records.get(id))) return;
        records.set(id, record);
        listeners.get(id)?.();
      },
      subscribe: (id, listener) => void listeners.set(id, listener),
      read: (id) => records.get(id),
    };
  },
};

/** The work of a fleet on the text of an answer: the part of the client, and the part of `DatabaseReads`. */
const fleetglassStore: TextPeer = {
  name: 'fleetglass',
  create() {
    const store = new EntityStore<Database>(new Commits());
    const answers = new Answers<Database>();
    const texts = createAnswerTexts(Infinity);
    let order = 0;
    return {
      take(text, id) {
        const previous = answers.whole(id) ?? store.peek(id).record;
        const answer = readDatabase(text, id, { previous, texts });
        const record = answers.split(id, answer);
        store.confirm(id, (order += 1), record, Date.now(), record === answer ? previous : undefined);
      },
      subscribe(id, listener) {
        let isFirst = true;
        store.record(id).subscribe(() => (isFirst ? (isFirst = false) : listener()));
      },
      read: (id) => store.peek(id).record,
    };
  },
};

/** Checks an answer and sets it in the cache, which shares equal values with the previous answer. */
const queryStore: TextPeer = {
  name: 'query-core, valibot',
  create() {
    // Notifies subscribers at once, so that the notification is part of the measurement.
    notifyManager.setScheduler((task) => task());
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity } } });
    return {
      take: (text, id) => void client.setQueryData(['database', id], v.parse(databaseSchema, JSON.parse(text))),
      subscribe(id, listener) {
        const queryKey = ['database', id];
        new QueryObserver(client, { queryKey, enabled: false, notifyOnChangeProps: ['data'] }).subscribe(listener);
      },
      read: (id) => client.getQueryData(['database', id]),
    };
  },
};

const STORES: readonly TextPeer[] = [bareStore, fleetglassStore, queryStore];
