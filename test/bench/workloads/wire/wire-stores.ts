import { createAnswerTexts } from '../../../../src/core/client/answer-texts.js';
import { readDatabase } from '../../../../src/core/client/read-answer.js';
import { Answers } from '../../../../src/core/fleet/answers.js';
import { databaseSchema } from '../../../../src/core/records/database.js';
import { deepEqual } from '../../../../src/core/shared/deep-equal.js';
import { Commits } from '../../../../src/core/store/commits.js';
import { EntityStore } from '../../../../src/core/store/entity-store.js';
import type { Database } from '../../../../src/index.js';
import { QueryClient, QueryObserver, notifyManager } from '@tanstack/query-core';
import { deepStrictEqual } from 'node:assert/strict';
import * as v from 'valibot';

/** Decodes the texts of answers, keeps the records, and notifies subscribers. */
export interface WireStore {
  take(id: string, text: string): void;
  /** Calls `listener` for every later change. */
  subscribe(id: string, listener: () => void): void;
  read(id: string): Database | undefined;
}

export interface WirePeer {
  readonly name: string;
  readonly remark?: string;
  readonly create: () => WireStore;
}

/** The changes in sequence, and whether the subscriber must be notified. */
export interface WireStep {
  readonly text: string;
  readonly isChange: boolean;
}

/** Checks a store before it is measured: it must keep the record, and notify of every change once. */
export function checkWireStore({ name, create }: WirePeer, id: string, steps: readonly WireStep[]): void {
  const store = create();
  let notifications = 0;
  store.subscribe(id, () => void (notifications += 1));
  for (const { text, isChange } of steps) {
    notifications = 0;
    store.take(id, text);
    deepStrictEqual(
      { name, notifications, record: store.read(id) },
      { name, notifications: isChange ? 1 : 0, record: JSON.parse(text) },
    );
  }
}

/** The floor: it compares the text, then parses it and compares the fields. It checks nothing and shares nothing. */
export const bareStore: WirePeer = {
  name: 'by hand: Maps, one callback, no checks',
  create() {
    const texts = new Map<string, string>();
    const records = new Map<string, Database>();
    const listeners = new Map<string, () => void>();
    return {
      take(id, text) {
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
export const fleetglassStore: WirePeer = {
  name: 'fleetglass',
  create() {
    const store = new EntityStore<Database>(new Commits());
    const answers = new Answers<Database>();
    const texts = createAnswerTexts(Infinity);
    let order = 0;
    return {
      take(id, text) {
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
export const queryStore: WirePeer = {
  name: 'query-core, valibot',
  create() {
    // Notifies subscribers at once, so that the notification is part of the measurement.
    notifyManager.setScheduler((task) => task());
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity } } });
    return {
      take: (id, text) => void client.setQueryData(['database', id], v.parse(databaseSchema, JSON.parse(text))),
      subscribe(id, listener) {
        const queryKey = ['database', id];
        new QueryObserver(client, { queryKey, enabled: false, notifyOnChangeProps: ['data'] }).subscribe(listener);
      },
      read: (id) => client.getQueryData(['database', id]),
    };
  },
};
