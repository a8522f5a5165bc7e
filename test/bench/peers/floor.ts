import type { Database } from '../../../src/core/records/database.js';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';
import { summarize, type Peer, type PeerStore, type Summary } from './peer.js';

type Notify<T> = (value: T) => void;

interface Place {
  record: Database;
  readonly at: number;
  readonly watchers: Notify<Database>[];
  /** Subscribers by field. */
  fields: Map<string, Notify<never>[]> | undefined;
}

/** The least possible work: a Map of callbacks, a comparison of each field, a counter updated by hand. */
export const floor: Peer = { name: 'floor', open: openFloor };

function openFloor(records: readonly Database[]): PeerStore {
  const places = new Map<string, Place>();
  for (const [at, record] of records.entries())
    places.set(record.database_id, { record, at, watchers: [], fields: undefined });
  const lists: Notify<readonly Database[]>[] = [];
  const summaries: Notify<Summary>[] = [];
  let all: Database[] = [];
  let isCopied = false;
  let { clients } = summarize(records);

  function put(record: Database): boolean {
    const place = places.get(record.database_id) as Place;
    const before = place.record;
    const changed = changedFields(before, record);
    if (changed.length === 0) return false;
    place.record = record;
    clients += (record.db_max_clients ?? 0) - (before.db_max_clients ?? 0);
    if (lists.length > 0) replace(place.at, record);
    for (const notify of place.watchers) notify(record);
    const { fields } = place;
    if (fields !== undefined)
      for (const field of changed) for (const notify of fields.get(field) ?? []) notify(record[field as never]);
    return true;
  }

  /** A list that a caller has read must not change. */
  function replace(at: number, record: Database): void {
    if (!isCopied) all = all.slice();
    isCopied = true;
    all[at] = record;
  }

  function notifyAll(): void {
    for (const notify of summaries) notify({ databases: places.size, clients });
    if (!isCopied) return;
    isCopied = false;
    for (const notify of lists) notify(all);
  }

  return {
    change(record) {
      if (put(record)) notifyAll();
    },
    changeAll(changing) {
      let isChanged = false;
      for (const record of changing) isChanged = put(record) || isChanged;
      if (isChanged) notifyAll();
    },
    watch: (id, onChange) => add((places.get(id) as Place).watchers, onChange),
    watchField(id, field, onChange) {
      const place = places.get(id) as Place;
      const fields = (place.fields ??= new Map<string, Notify<never>[]>());
      let watchers = fields.get(field);
      if (watchers === undefined) fields.set(field, (watchers = []));
      return add(watchers, onChange as Notify<never>);
    },
    watchAll(onChange) {
      all = Array.from(places.values(), ({ record }) => record);
      return add(lists, onChange);
    },
    watchSummary: (onChange) => add(summaries, onChange),
    close: () => places.clear(),
  };
}

function add<T>(watchers: T[], watcher: T): () => void {
  watchers.push(watcher);
  return () => void watchers.splice(watchers.indexOf(watcher), 1);
}

type Json = Readonly<Record<string, unknown>>;

/** The changed fields of a record: the minimum work to find the changes of an answer. */
function changedFields(before: Database, after: Database): string[] {
  const [a, b] = [before as Json, after as Json];
  const changed: string[] = [];
  let fields = 0;
  for (const field in b) {
    fields += 1;
    if (a[field] !== b[field] && !deepEqual(a[field], b[field])) changed.push(field);
  }
  for (const _ in a) fields -= 1;
  if (fields !== 0) for (const field in a) if (!Object.hasOwn(b, field)) changed.push(field);
  return changed;
}
