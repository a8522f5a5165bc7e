import { isObject } from '../core/shared/is-object.js';
import { parseJson } from '../core/wire/parse-json.js';
import type { StorageLoss, UnconfirmedCreate } from '../core/fleet/storage.js';
import type { EntrySnapshot } from '../core/fleet/fleet-snapshot.js';
import { limitNamed } from '../core/limits/catalogue.js';
import type { LimitField } from '../core/records/limit-fields.js';
import type { SeriesByField, UsageEntry } from '../core/limits/usage-sample.js';
import { resourceKinds } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/store/entry.js';
import type { Transition } from '../core/fleet/transition.js';
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

/**
 * Reads an entry. Its members are not checked one by one: the checksum shows that this library saved the value. It
 * saves only decoded records without credentials.
 *
 * @param latest the latest time that counts: a wall clock that was ahead may have saved later times
 */
export function readEntry<R extends object>(
  id: string,
  idField: string,
  text: string,
  latest: number,
): EntrySnapshot<R> | undefined {
  const value = readObject(text);
  if (value === undefined) return undefined;
  const { status, record, confirmedAt, changedAt } = value as Partial<EntrySnapshot<R>>;
  const isMissing = status === 'missing';
  if (record === undefined ? !isMissing : !isObject(record) || record[idField] !== id) return undefined;
  // The resource may have changed since the last process ended, so the record is never fresh.
  const limited = (at?: number): number | undefined => at && Math.min(at, latest);
  const times = { confirmedAt: limited(confirmedAt), changedAt: limited(changedAt) };
  return { id, status: isMissing ? 'missing' : 'stale', record, ...times };
}

/** Whether the record of a text was confirmed before the record of another text. */
export function isOlder(text: string | undefined, other: string): boolean {
  const [at, otherAt] = [text, other].map((each = '') => readObject(each)?.['confirmedAt']);
  return typeof at === 'number' && typeof otherAt === 'number' && at < otherAt;
}

/** The position of an added id orders the ids as they were added. The format of stored values names it `place`. */
export function positionText(position: number): string {
  return JSON.stringify({ place: position });
}

export function readPosition(text: string, id: string): { readonly id: string; readonly position: number } | undefined {
  const position = readObject(text)?.['place'];
  return typeof position === 'number' ? { id, position } : undefined;
}

export function readCreate(text: string, key: string): UnconfirmedCreate | undefined {
  const { request, startedAt } = readObject(text) ?? {};
  if (!isObject(request) || typeof startedAt !== 'number') return undefined;
  return { key, request: request as unknown as UnconfirmedCreate['request'], startedAt };
}

export function readTransition(text: string): Transition | undefined {
  const value = readObject(text);
  if (value === undefined || !Number.isSafeInteger(value['sequence']) || !isObject(value['record'])) return undefined;
  return { from: undefined, to: undefined, ...value } as unknown as Transition;
}

export function readUsage(text: string): readonly UsageEntry[] | undefined {
  const entries = parseJson(text);
  return Array.isArray(entries) && entries.every(isUsageEntry) ? (entries as unknown as UsageEntry[]) : undefined;
}

function isUsageEntry(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const { resource, field, at, used, history = [] } = entry;
  const isKnown = resourceKinds.some((kind) => kind === resource) && isLimit(field);
  return isKnown && isNumbers([at, used]) && isNumbers(history);
}

/** Whether this version knows the limit. A newer version may have saved other limits. */
function isLimit(field: unknown): field is LimitField {
  return typeof field === 'string' && Object.hasOwn(limitNamed, field);
}

/** The text of a resource's series: for each limit the differences between its times, and the amounts. */
export function historyText(series: SeriesByField): string {
  const columns = Object.entries(series).map(([field, points]) => {
    const times = points.filter((_, position) => position % 2 === 0);
    const amounts = points.filter((_, position) => position % 2 === 1);
    return [field, [times.map((at, point) => at - (times[point - 1] ?? 0)), amounts]];
  });
  return JSON.stringify(Object.fromEntries(columns));
}

export function readHistory(text: string): SeriesByField | undefined {
  const value = readObject(text);
  if (value === undefined) return undefined;
  const series: { [Field in LimitField]?: number[] } = {};
  for (const [field, columns] of Object.entries(value)) {
    const [differences, amounts] = (Array.isArray(columns) ? columns : []) as unknown[];
    if (!isLimit(field) || !isNumbers(differences) || !isNumbers(amounts)) return undefined;
    // Times ascend.
    if (differences.length !== amounts.length || differences.some((difference) => difference < 0)) return undefined;
    let at = 0;
    series[field] = amounts.flatMap((used, point) => [(at += differences[point] as number), used]);
  }
  return series;
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(Number.isFinite);
}

export function readNumber(text: string): number | undefined {
  const value = parseJson(text);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function readListedAt(text: string): number | undefined {
  const listedAt = readObject(text)?.['listedAt'];
  return typeof listedAt === 'number' ? listedAt : undefined;
}

function readObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
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
