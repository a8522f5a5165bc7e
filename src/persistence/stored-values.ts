import type { StorageLoss } from '../core/fleet/storage.js';
import type { EntrySnapshot } from '../core/fleet/fleet-snapshot.js';
import type { SeriesByField } from '../core/limits/usage-sample.js';
import type { Entry } from '../core/store/entry.js';
import { parseJson } from '../core/wire/parse-json.js';
import type { EngineLoss } from './engine.js';

/** The kinds of stored values, and the kind and the subject of their losses. A key is the kind, a slash and the id. */
const KINDS = {
  id: ['id', 'The id'],
  create: ['create', 'The unconfirmed create'],
  record: ['database', 'The last record of the database'],
  index: ['index', 'The last record of the vector index'],
  usage: ['usage', 'The reported usage of'],
  'usage-history': ['usage', 'The usage history of'],
  change: ['transition', 'The transition'],
  'change-number': ['unknown', 'The number of the last transition'],
  list: ['unknown', 'The time of the last list of vector indices'],
} as const satisfies Readonly<Record<string, readonly [kind: StorageLoss['kind'], subject: string]>>;

export type ValueKind = keyof typeof KINDS;

export function keyOf(kind: ValueKind, id: string): string {
  return `${kind}/${id}`;
}

export function isKind(name: string): name is ValueKind {
  return Object.hasOwn(KINDS, name);
}

export function splitKey(key: string): readonly [kind: string, id: string] {
  const slash = key.indexOf('/');
  return slash < 0 ? ['', key] : [key.slice(0, slash), key.slice(slash + 1)];
}

/** The key of the added id that a value belongs to. A tab that removes the id deletes both. */
export function ownerOf(key: string): string | undefined {
  const [kind, id] = splitKey(key);
  if (kind === 'record') return keyOf('id', id);
  const [resource, database] = splitKey(id);
  return kind.startsWith('usage') && resource === 'database' ? keyOf('id', database) : undefined;
}

/**
 * Whether nothing brings the value back: an added id, a create whose outcome is not known, or the number of the last
 * transition.
 */
export function isIrreplaceable(key: string): boolean {
  return ['id', 'create', 'change-number'].includes(splitKey(key)[0]);
}

/** Pads a sequence number, so that keys sort as their numbers do. */
export function sequenceKey(sequence: number): string {
  return String(sequence).padStart(16, '0');
}

/** The text of an entry with a record, or of a missing resource; `undefined` for an entry without a result. */
export function entryText(entry: Entry<object>): string | undefined {
  const { status, record, confirmedAt, changedAt } = entry;
  if (status === 'unknown' || status === 'loading') return undefined;
  return JSON.stringify({ status, record, confirmedAt, changedAt });
}

/** Whether the record of a text was confirmed before the record of another text. */
export function isOlder(text: string | undefined, other: string): boolean {
  const timeOf = (each: string): number | undefined =>
    (parseJson(each) as EntrySnapshot<object> | undefined)?.confirmedAt;
  const [at, otherAt] = [timeOf(text ?? ''), timeOf(other)];
  return at !== undefined && otherAt !== undefined && at < otherAt;
}

/** For each limit, the differences between its times, and the amounts. */
type HistoryColumns = Readonly<Record<string, readonly [differences: readonly number[], amounts: readonly number[]]>>;

export function historyText(series: SeriesByField): string {
  const columns = Object.entries(series).map(([field, points]) => {
    const times = points.filter((_, position) => position % 2 === 0);
    const amounts = points.filter((_, position) => position % 2 === 1);
    return [field, [times.map((at, point) => at - (times[point - 1] ?? 0)), amounts]];
  });
  return JSON.stringify(Object.fromEntries(columns));
}

export function readHistory(history: HistoryColumns): SeriesByField {
  const series = Object.entries(history).map(([field, [differences, amounts]]) => {
    let at = 0;
    return [field, amounts.flatMap((used, point) => [(at += differences[point] ?? 0), used])];
  });
  return Object.fromEntries(series) as SeriesByField;
}

/** Describes a loss for people. A key, which only lost values have, says more than the engine's own words. */
export function describeLoss({ key, message, count, repaired = false }: EngineLoss): StorageLoss {
  const facts = { ...(count !== undefined && { count }), ...(repaired && { repaired }) };
  if (key === undefined) return { kind: 'unknown', message, ...facts };
  const [prefix, fullId] = splitKey(key);
  // The sequence number of a transition has leading zeros in its key.
  const id = prefix === 'change' ? fullId.replace(/^0+(?=\d)/, '') : fullId;
  const [kind, noun] = isKind(prefix) ? KINDS[prefix] : (['unknown', 'The value'] as const);
  const subject = id === '' ? noun : `${noun} ${id}`;
  return { kind, ...(id !== '' && { id }), message: `${subject} is damaged and lost.`, ...facts };
}
