import type { Fleet } from '../core/fleet/fleet.js';
import { LIST } from '../core/fleet/index-list.js';
import { kernelOf, type Kernel } from '../core/fleet/kernel.js';
import { driftOf } from '../core/records/drift-of.js';
import { detailOf } from '../core/shared/fleet-error.js';
import type { EntityStore } from '../core/store/entity-store.js';
import type { Entry } from '../core/store/entry.js';
import { describeCountdown, describeDuration } from '../format/describe-duration.js';
import { formatCount } from '../format/quantities.js';
import { nameOfRecord } from '../format/record-name.js';
import type { Action } from './follow-actions.js';
import { fleetFacts, planOf, type Plan } from './fleet-tree.js';

/** The cells of a row. The first one is its heading. */
export interface Row {
  readonly cells: readonly string[];
  readonly tone?: 'bad' | 'warn' | undefined;
}

export interface Section {
  readonly title: string;
  readonly isOpenAtFirst?: boolean;
  /** Absent if each row is a name and a value. */
  readonly columns?: readonly string[];
  /** Whether new rows push the others down. Then no row moves while the section has the pointer or the focus. */
  readonly isLog?: boolean;
  /** @returns the matching rows as functions, so that only drawn rows are computed */
  readonly rows: (isMatch: (...texts: readonly string[]) => boolean) => readonly (() => Row)[];
}

/** How many entries are searched for drift. Computing the drift of a record takes time at its first read. */
const MAX_WITH_DRIFT = 200;

/** @param actions the last actions, newest first */
export function fleetSections(fleet: Fleet, actions: () => readonly Action[]): readonly Section[] {
  const kernel = kernelOf(fleet, 'fleet-inspector');
  return [
    { ...entriesSection(kernel, kernel.databases), title: 'Databases', isOpenAtFirst: true },
    { ...entriesSection(kernel, kernel.indices, LIST), title: 'Vector indices, one list' },
    {
      title: 'Polling, limiter, storage and sharing',
      isOpenAtFirst: true,
      rows: () => factRows(fleetFacts(kernel, fleet), kernel.clocks.now()),
    },
    {
      title: 'Last requests and changes',
      columns: ['Time', 'Event', 'Detail'],
      isLog: true,
      rows: (isMatch) =>
        actions()
          .filter(({ type, detail }) => isMatch(type, detail))
          .map(({ at, type, detail }) => () => ({ cells: [timeOf(new Date(at)), type, detail] })),
    },
    {
      title: `Drift, first ${MAX_WITH_DRIFT} of each`,
      columns: ['Id', 'Place', 'Kind', 'Expected'],
      rows: (isMatch) =>
        [...driftRows(kernel.databases), ...driftRows(kernel.indices)]
          .filter((cells) => isMatch(...cells))
          .map((cells) => () => ({ cells })),
    },
  ];
}

/** The local time, to the millisecond. */
const timeOf = (date: Date): string => date.toTimeString().slice(0, 8) + date.toISOString().slice(19, 23);

function entriesSection<R extends object>(kernel: Kernel, store: EntityStore<R>, key?: string): Omit<Section, 'title'> {
  return {
    columns: ['Id', 'Name', 'Status', 'Known because', 'Every', 'Next request', 'Confirmed', 'Trouble'],
    rows: (isMatch) =>
      store.ids.value
        .map((id) => store.peek(id))
        .filter(({ id, status, record, error }) => isMatch(id, status, nameOfRecord(record) ?? '', error?.code ?? ''))
        .map((entry) => () => entryRow(entry, planOf(kernel, key ?? entry.id), kernel.clocks.now())),
  };
}

function entryRow({ id, status, record, fetching, error, confirmedAt }: Entry<object>, plan: Plan, now: number): Row {
  const { reasons, everyMs, dueAt, failures } = plan;
  const again = failures > 1 ? ` (${failures} times in a row)` : '';
  const cells = [
    id,
    nameOfRecord(record) ?? '',
    status,
    reasons.join(', '),
    everyMs === undefined ? '' : `${formatCount(everyMs / 1000)} s`,
    fetching ? 'in flight' : describeDue(dueAt, now),
    describeTime(confirmedAt, now),
    error ? `${error.code}: ${detailOf(error)}${again}` : '',
  ];
  const isTroubled = status === 'stale' || error;
  return { cells, tone: status === 'missing' ? 'bad' : isTroubled ? 'warn' : undefined };
}

function describeTime(at: number | undefined, now: number): string {
  if (at === undefined) return '';
  return at > now ? `in ${describeCountdown(at, now)}` : `${describeDuration(now - at)} ago`;
}

function describeDue(at: number | undefined, now: number): string {
  return (at ?? Infinity) <= now ? 'due' : describeTime(at, now);
}

const PROBLEM_STATES = ['held', 'stopped', 'open', 'probing', 'damaged', 'full', 'failed', 'lost', 'alone'];

function factRows(tree: object, now: number, path = ''): (() => Row)[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    // Lists of texts are shown in one row.
    const isText = Object(value) !== value || (Array.isArray(value) && typeof value[0] !== 'object');
    const label = path + name.replace(/(?:Ms|At)$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (!isText) return factRows(value as object, now, `${label}: `);
    const describe = /^until$|dueAt$/i.test(name) ? describeDue : describeTime;
    const described = name.endsWith('Ms') ? `${formatCount(Number(value) / 1000)} s` : String(value);
    const text = /^until$|At$/.test(name) ? describe(Number(value), now) : described;
    return () => ({ cells: [label, text], tone: PROBLEM_STATES.includes(text) ? 'bad' : undefined });
  });
}

function driftRows<R extends object>(store: EntityStore<R>): string[][] {
  return store.ids.value.slice(0, MAX_WITH_DRIFT).flatMap((id) => {
    const drift = driftOf(store.peek(id).record ?? []);
    return drift.map(({ path, kind, expected }) => [id, path, kind, expected]);
  });
}
