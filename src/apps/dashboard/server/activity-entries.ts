import type { LimitUsage, ResourceKind, Transition } from '../../../index.js';
import type { ActivityEntry } from '../../../format/activity.js';
import { describeUse } from '../../../format/describe-use.js';
import { printable } from '../../../format/printable.js';
import type { ShownAlertRecord } from '../../../format/shown-alerts.js';

/** A person reads no older ones. */
export const MAX_ENTRIES = 1000;

const MAX_TEXT = 200;

/** Words of the service and of a monitor. */
function words(value: unknown): string {
  const text = printable(typeof value === 'string' ? value : '');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** Adds entries, in the order of their times, and keeps the newest. The same list if nothing is new. */
export function addEntries(
  entries: readonly ActivityEntry[],
  added: readonly ActivityEntry[],
): readonly ActivityEntry[] {
  const oldest = entries.length < MAX_ENTRIES ? -Infinity : (entries[0]?.at ?? -Infinity);
  const known = new Set(entries.map(({ key }) => key));
  const fresh = added.filter(({ key, at }) => at >= oldest && !known.has(key));
  if (fresh.length === 0) return entries;
  return [...entries, ...fresh].toSorted((a, b) => a.at - b.at).slice(-MAX_ENTRIES);
}

/** What has begun and not ended: the resources and fields of a kind of entry. */
export function openIn(entries: readonly ActivityEntry[], kind: ActivityEntry['kind']): Set<string> {
  const open = new Set<string>();
  for (const entry of entries)
    if (entry.kind === kind) open[entry.phase === 'begun' ? 'add' : 'delete'](placeOf(entry));
  return open;
}

function placeOf({ resource, id, field = '' }: Pick<ActivityEntry, 'resource' | 'id' | 'field'>): string {
  return `${resource}/${id}/${field}`;
}

export function stateEntry({ id, field, from, to, at, record }: Transition): ActivityEntry {
  const [before, now] = [words(from), words(to)];
  const isState = field === 'state';
  const ofChange = now === '' ? `Change ended: ${before}` : `Change began: ${now}`;
  const text = isState ? `Became ${now || 'without a state'}, was ${before || 'without a state'}` : ofChange;
  const phase = isState ? (now === 'active' ? 'ended' : 'begun') : undefined;
  const key = `state/${id}/${field}/${at}`;
  return { key, at, kind: 'state', resource: 'database', id, name: words(record.database_name), text, phase, field };
}

export function createEntry(id: string, name: unknown, at: number): ActivityEntry {
  const text = 'Created on this page';
  return { key: `create/${id}`, at, kind: 'create', resource: 'database', id, name: words(name), text };
}

/** A resource and its limits. */
export interface LimitedResource {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly name: unknown;
  readonly limits: readonly LimitUsage[];
}

/** The breaches of limits that begin and end. @param open those that have begun before */
export function breachEntries(
  { resource, id, name, limits }: LimitedResource,
  open: ReadonlySet<string>,
  at: number,
): ActivityEntry[] {
  return limits.flatMap((limit): ActivityEntry[] => {
    const { field, status, observedAt = at } = limit;
    const isOpen = open.has(placeOf({ resource, id, field }));
    // Without a reading, nothing is known.
    if (status === 'unknown' || (status === 'exceeded') === isOpen) return [];
    const phase = isOpen ? 'ended' : 'begun';
    const text = `${limit.name} ${isOpen ? 'below its limit again' : 'beyond its limit'}: ${describeUse(limit)}`;
    const key = `limit/${id}/${field}/${phase}/${observedAt}`;
    return [{ key, at: observedAt, kind: 'limit', resource, id, name: words(name), text, phase, field }];
  });
}

/** Requests that got no usable answer since the last one. */
export interface Silence {
  readonly count: number;
  readonly since: number;
}

export const NO_SILENCE: Silence = { count: 0, since: 0 };

/** One lost request is no outage. */
const MIN_SILENT = 3;

const REASONS: Readonly<Record<string, string>> = {
  unavailable: 'The service does not answer',
  timeout: 'The service does not answer in time',
  unauthorized: 'The service does not accept the credentials of the account',
  forbidden: 'The service denies access to the account',
};

/** Follows the ends of requests. @param code the code of a failure; absent for an answer */
export function afterRequest(silence: Silence, code: string | undefined, at: number): Silence {
  if (code === 'aborted' || code === 'disposed') return silence;
  if (code === undefined || REASONS[code] === undefined) return NO_SILENCE;
  return { count: silence.count + 1, since: silence.count === 0 ? at : silence.since };
}

/** The outage that begins or ends with a request. @param isOut whether one has begun before */
export function outageEntry(
  { count, since }: Silence,
  isOut: boolean,
  code: string | undefined,
  at: number,
): ActivityEntry | undefined {
  const fleet = { kind: 'outage', resource: 'fleet', id: '', name: '' } as const;
  if (!isOut && count >= MIN_SILENT)
    return { ...fleet, key: `outage/begun/${since}`, at: since, text: REASONS[code ?? ''] ?? '', phase: 'begun' };
  if (isOut && count === 0)
    return { ...fleet, key: `outage/ended/${at}`, at, text: 'The service answers again', phase: 'ended' };
  return undefined;
}

export function alertEntries(records: readonly ShownAlertRecord[]): ActivityEntry[] {
  return records.flatMap((record): ActivityEntry[] => {
    const { resource, rule, summary, startedAt, firedAt = startedAt, clearedAt } = record;
    const facts = {
      kind: 'alert',
      resource,
      id: resource === 'fleet' ? '' : record.id,
      name: words(record.name),
    } as const;
    const entry = (time: string, phase: 'begun' | 'ended', text: string): ActivityEntry[] => {
      const at = Date.parse(time);
      const key = `alert/${record.key}/${startedAt}/${phase}`;
      return Number.isNaN(at) ? [] : [{ ...facts, key, at, text: words(text), phase }];
    };
    return [
      ...entry(firedAt, 'begun', `${rule} fired: ${summary}`),
      ...(clearedAt === undefined ? [] : entry(clearedAt, 'ended', `${rule} cleared`)),
    ];
  });
}
