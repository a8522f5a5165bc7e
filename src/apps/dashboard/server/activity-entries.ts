import type { LimitUsage, Transition } from '../../../index.js';
import { isSameList } from '../../../core/shared/deep-equal.js';
import type { ActivityEntry } from '../../../format/activity.js';
import { failureSentences } from '../../../format/describe-failure.js';
import { describeUse } from '../../../format/describe-use.js';
import { type FailureRun, isOutage } from '../../../format/failure-run.js';
import { printable } from '../../../format/printable.js';
import type { ShownAlertRecord } from '../../../format/shown-alerts.js';

/** People do not read older entries. */
export const MAX_ENTRIES = 1000;

const MAX_TEXT = 200;

/** Makes a text of the service or of a monitor printable, and cuts it. */
function cutText(value: unknown): string {
  const text = printable(typeof value === 'string' ? value : '');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** Adds entries, in the order of their times, and keeps the newest. The same list if nothing is new. */
export function addEntries(
  entries: readonly ActivityEntry[],
  added: readonly ActivityEntry[],
): readonly ActivityEntry[] {
  if (added.length === 0) return entries;
  const known = new Set(entries.map(({ key }) => key));
  const fresh = added.filter(({ key }) => !known.has(key));
  const newest = [...entries, ...fresh].toSorted(compareEntries).slice(-MAX_ENTRIES);
  return isSameList(entries, newest) ? entries : newest;
}

/** Compares times, then keys: if many entries have one time, the same ones are always kept. */
function compareEntries(a: ActivityEntry, b: ActivityEntry): number {
  return a.at - b.at || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** The breaches and outages that have begun and not ended. */
export type OpenBreaches = Set<string>;

export function noteOpen(open: OpenBreaches, entries: readonly ActivityEntry[]): void {
  for (const entry of entries) {
    if (entry.kind !== 'limit' && entry.kind !== 'outage') continue;
    if (entry.phase === 'begun') open.add(breachKey(entry));
    else open.delete(breachKey(entry));
  }
}

function breachKey({ resource, id, field = '' }: Pick<ActivityEntry, 'resource' | 'id' | 'field'>): string {
  return `${resource}/${id}/${field}`;
}

export function stateEntry({ id, field, from, to, at, record }: Transition): ActivityEntry {
  const [before, now] = [cutText(from), cutText(to)];
  const isState = field === 'state';
  const ofChange = now === '' ? `Change ended: ${before}` : `Change began: ${now}`;
  const text = isState ? `Became ${now || 'without a state'}, was ${before || 'without a state'}` : ofChange;
  const phase = isState ? (now === 'active' ? 'ended' : 'begun') : undefined;
  const key = `state/${id}/${field}/${at}`;
  return { key, at, kind: 'state', resource: 'database', id, name: cutText(record.database_name), text, phase, field };
}

export function createEntry(id: string, name: unknown, at: number): ActivityEntry {
  const text = 'Created with the dashboard';
  return { key: `create/${id}`, at, kind: 'create', resource: 'database', id, name: cutText(name), text };
}

export interface LimitedResource {
  readonly name: unknown;
  readonly limits: readonly LimitUsage[];
}

export function breachEntries({ name, limits }: LimitedResource, open: OpenBreaches, at: number): ActivityEntry[] {
  return limits.flatMap((limit): ActivityEntry[] => {
    const { resource, id, field, status, observedAt = at } = limit;
    const isOpen = open.has(breachKey(limit));
    // Without a reading, nothing is known.
    if (status === 'unknown' || (status === 'exceeded') === isOpen) return [];
    const phase = isOpen ? 'ended' : 'begun';
    const text = `${limit.name} ${isOpen ? 'below its limit again' : 'beyond its limit'}: ${describeUse(limit)}`;
    const key = `limit/${id}/${field}/${phase}/${observedAt}`;
    return [{ key, at: observedAt, kind: 'limit', resource, id, name: cutText(name), text, phase, field }];
  });
}

/** The codes of failures without a usable answer. */
export const LOST_CODES: readonly string[] = ['unavailable', 'timeout', 'unauthorized', 'forbidden'];

export function outageEntries(run: FailureRun, open: OpenBreaches, requested: number, at: number): ActivityEntry[] {
  const { count, since, code } = run;
  const fleet = { kind: 'outage', resource: 'fleet', id: '', name: '' } as const;
  const isOut = open.has(breachKey(fleet));
  if (!isOut && isOutage(run, requested))
    return [{ ...fleet, key: `outage/begun/${since}`, at: since, text: failureSentences[code] ?? '', phase: 'begun' }];
  if (isOut && count === 0)
    return [{ ...fleet, key: `outage/ended/${at}`, at, text: 'The service answers again', phase: 'ended' }];
  return [];
}

export function alertEntries(records: readonly ShownAlertRecord[]): ActivityEntry[] {
  return records.flatMap((record) => {
    const { resource, rule, summary, startedAt, firedAt = startedAt, clearedAt = '' } = record;
    const id = resource === 'fleet' ? '' : record.id;
    const phases = [
      ['begun', firedAt, `${rule} fired: ${summary}`],
      ['ended', clearedAt, `${rule} cleared`],
    ] as const;
    return phases.flatMap(([phase, time, text]): ActivityEntry[] => {
      const at = Date.parse(time);
      const key = `alert/${record.key}/${startedAt}/${phase}`;
      const name = cutText(record.name);
      return Number.isNaN(at) ? [] : [{ key, at, kind: 'alert', resource, id, name, text: cutText(text), phase }];
    });
  });
}
