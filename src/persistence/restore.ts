import type { Database } from '../core/records/database.js';
import type { IndexRecord } from '../core/records/vector-index.js';
import type { UnconfirmedCreate } from '../core/fleet/storage.js';
import { restoreEntries } from '../core/fleet/restore-entries.js';
import type { PersistedParts } from './persisted-parts.js';
import type { StorageLoss } from '../core/fleet/storage.js';
import type { UsageEntry } from '../core/limits/usage-sample.js';
import { systemClock } from '../core/shared/clock.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Commits } from '../core/store/commits.js';
import type { Transition } from '../core/fleet/transition.js';
import type { StorageEngine, StoredValue } from './engine.js';
import { describeLoss } from './storage-loss.js';
import {
  readCreate,
  readEntry,
  readHistory,
  readListedAt,
  readPosition,
  readTransition,
  readUsage,
  splitKey,
  type ValueKind,
} from './stored-values.js';

export interface RestoreOptions {
  readonly engine: StorageEngine;
  readonly parts: PersistedParts;
  readonly commit: Commits['commit'];
  /** Whether the program added or removed this id since the fleet was made. Then its stored membership does not count. */
  readonly isDecided: (id: string) => boolean;
  /** Whether this fleet has begun the create itself: then it is not interrupted. */
  readonly isOwnCreate: (key: string) => boolean;
  readonly onLoss: (loss: StorageLoss) => void;
  /** Called with added ids whose own value is lost. They have to be saved again. */
  readonly onRecovered: (ids: readonly string[]) => void;
  /** Called with functions that start to poll restored ids. They have to run before any of the ids is removed. */
  readonly onRestored: (startPolling: () => void) => void;
  /** Called with the largest kept position of an id and the last kept sequence number; 0 without any. */
  readonly onLast: (position: number, sequence: number) => void;
}

/** The most values that one commit restores: each takes a few milliseconds. */
const RECORDS = 250;
const IDS = 1000;

/** How long the restore runs without a turn of the event loop. The platform's clock measures it, also in a fleet with a clock of its own. */
const LONGEST_RUN_MS = 10;

/**
 * Restores the kept state in parts, each a commit. Polling begins after all parts are in place: the first answer is
 * compared with the last record, and a change while the fleet was away becomes a transition.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { engine, parts, commit, isDecided, isOwnCreate, onLoss, onRecovered, onRestored, onLast } = options;
  const { commits, databases, indices, known, list, ledger } = parts;
  const changes: Transition[] = [];
  const creates: UnconfirmedCreate[] = [];
  const positions: { readonly id: string; readonly position: number }[] = [];
  let areIdsRestored = false;

  /** Values of one kind, in the order of their keys. */
  const handlers: Readonly<Record<ValueKind, (values: readonly StoredValue[]) => void>> = {
    change: (values) => changes.push(...readAll(values, (_, text) => readTransition(text))),
    create: (values) => creates.push(...readAll(values, readCreate)),
    id: (values) => positions.push(...readAll(values, readPosition)),
    index(values) {
      // A list that the fleet has received is newer.
      if (list.entry.confirmedAt !== undefined) return;
      const entries = readAll(values, (id, text) => readEntry<IndexRecord>(id, 'id', text));
      restoreEntries(indices, entries);
      indices.join(entries.flatMap(({ id, record }) => (record ? [id] : [])));
    },
    list(values) {
      if (list.entry.confirmedAt === undefined) list.restore(readAll(values, (_, text) => readListedAt(text))[0]);
    },
    record(values) {
      const entries = readAll(values, (id, text) => readEntry<Database>(id, 'database_id', text));
      const wanted = entries.filter(({ id }) => !isDecided(id) || databases.isMember(id));
      // An added id has a record of its own and an entry: if the first is lost, the second still has the id.
      const recovered = wanted.map(({ id }) => id).filter((id) => !known.isAdded(id) && !isDecided(id));
      join(recovered);
      onRecovered(recovered);
      restoreEntries(databases, wanted);
    },
    usage: (values) => ledger.restore(readAll(values, (_, text) => readUsage(text)).flat() as UsageEntry[]),
    'usage-history'(values) {
      const histories = readAll(values, (key, text) => {
        const series = readHistory(text);
        return series && { key, series };
      });
      for (const { key, series } of histories) {
        const [resource, id] = splitKey(key) as [ResourceKind, string];
        if (parts[resource === 'database' ? 'databases' : 'indices'].isMember(id))
          ledger.restoreSeries(resource, id, series);
      }
    },
  };

  function readAll<T>(values: readonly StoredValue[], read: (id: string, text: string) => T | undefined): T[] {
    return values.flatMap(({ key, text }) => {
      const value = read(splitKey(key)[1], text);
      if (value === undefined) onLoss(describeLoss({ key, message: '' }));
      return value === undefined ? [] : [value];
    });
  }

  function join(ids: readonly string[]): void {
    const wanted = ids.filter((id) => !isDecided(id));
    if (wanted.length > 0) onRestored(known.restore(wanted, []));
  }

  async function restoreIds(): Promise<void> {
    if (areIdsRestored) return;
    areIdsRestored = true;
    commit(() => {
      parts.transitions.restore(changes);
      parts.unconfirmed.add(creates.filter(({ key }) => !isOwnCreate(key)));
    });
    const ordered = positions.toSorted((one, other) => one.position - other.position);
    onLast(ordered.at(-1)?.position ?? 0, changes.at(-1)?.sequence ?? 0);
    await inParts(ordered, IDS, (some) => commit(() => join(some.map(({ id }) => id))));
  }

  try {
    for await (const batch of engine.read((loss) => onLoss(describeLoss(loss)))) {
      for (const [kind, values] of byKind(batch)) {
        // Keys are sorted, so that all ids have been read before the first record.
        if (kind === 'record' || kind.startsWith('usage')) await restoreIds();
        await inParts(values, RECORDS, (some) => commit(() => handlers[kind](some)));
      }
      if (commits.isDisposed) return;
    }
  } finally {
    // Also after a failure: the ids that could be read are known.
    await restoreIds();
  }
}

/** Splits sorted values by kind. Unknown kinds are of no use here. */
function byKind(values: readonly StoredValue[]): Map<ValueKind, StoredValue[]> {
  const kinds = new Map<ValueKind, StoredValue[]>();
  for (const value of values) {
    const kind = splitKey(value.key)[0] as ValueKind;
    const list = kinds.get(kind);
    if (list) list.push(value);
    else if (KINDS.has(kind)) kinds.set(kind, [value]);
  }
  return kinds;
}

const KINDS: ReadonlySet<ValueKind> = new Set([
  'change',
  'create',
  'id',
  'index',
  'list',
  'record',
  'usage',
  'usage-history',
]);

/** Runs an action for parts of a list, with turns of the event loop between them, so that the event loop stays responsive. */
async function inParts<T>(list: readonly T[], size: number, action: (part: readonly T[]) => void): Promise<void> {
  let startedMs = systemClock.monotonic();
  for (let start = 0; start < list.length; start += size) {
    action(list.slice(start, start + size));
    if (systemClock.monotonic() - startedMs < LONGEST_RUN_MS) continue;
    await yieldToEventLoop();
    startedMs = systemClock.monotonic();
  }
}

/** Lets other tasks run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void systemClock.schedule(resolve, 0));
}
