import { group } from 'd3-array';
import type { Database, Entry, Transition } from '../../index.js';
import { readState } from '../../core/records/database-state.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { toneOfState, type Tone } from '../display/tone.js';
import { rowsWith } from '../history/create-history.js';
import type { History } from '../history/history.js';
import type { ResourceFacts } from './resource-facts.js';

/** A time in which the state of a database did not change. */
export interface Span {
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly condition: string;
  readonly tone: Tone;
}

export interface TimelineRow {
  readonly id: string;
  readonly name: string;
  /** Oldest first, without gaps. Empty without a record. */
  readonly spans: readonly Span[];
}

export interface Timeline {
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly TimelineRow[];
}

type Step = Omit<Span, 'to'>;

/** @param state of the service, or `missing`, `stale` or `unknown` @param change `undefined` at rest */
function stepOf(from: number, state: string, change?: string): Step {
  const tone = toneOfState(state);
  if (change === undefined) return { from, condition: state, tone };
  return { from, condition: `${state} (${change})`, tone: tone === 'exceeded' ? tone : 'busy' };
}

const MIN_SPAN_MS = 60_000;

/** Makes a timeline of the kept transitions and the current records. @param transitions oldest first */
export function timelineOfFleet(
  resources: readonly ResourceFacts[],
  transitions: readonly Transition[],
  now: number,
): Timeline {
  const databases = resources.filter(({ resource }) => resource === 'database');
  const changes = group(transitions, ({ id }) => id);
  const first = databases.reduce((at, { id, entry }) => Math.min(at, firstKnownAt(entry, changes.get(id))), now);
  const span = Math.max(MIN_SPAN_MS, now - first);
  // The state before the first change is shown too.
  const from = now - span * 1.05;
  const rows = databases.map(({ id, name, entry }) => ({
    id,
    name,
    spans: spansOfEntry(entry, changes.get(id) ?? [], from, now),
  }));
  return { from, to: now, rows };
}

/** The time of the first known change. A restored record may have only the time of its last confirmation. */
function firstKnownAt({ changedAt, confirmedAt }: Entry<object>, changes: readonly Transition[] = []): number {
  return changes[0]?.at ?? changedAt ?? confirmedAt ?? Infinity;
}

function spansOfEntry(entry: Entry<object>, changes: readonly Transition[], start: number, now: number): Span[] {
  const { status, confirmedAt } = entry;
  const record = entry.record as Database | undefined;
  if (record === undefined) return status === 'missing' ? [{ ...stepOf(start, status), to: now }] : [];
  const before = (field: Transition['field']): string | undefined => {
    const first = changes.find((change) => change.field === field);
    return first === undefined ? readState(record, field) : first.from;
  };
  const seconds: unknown = record.creation_time;
  // A time in the future does not count.
  const createdAt = typeof seconds === 'number' && seconds * 1000 < now ? seconds * 1000 : -Infinity;
  const from = Math.max(start, Math.min(createdAt, firstKnownAt(entry, changes)));
  const steps = [
    stepOf(from, before('state') ?? 'unknown', before('modifying_state')),
    ...changes.map(({ at, record: newer }) =>
      stepOf(at, readState(newer, 'state') ?? 'unknown', readState(newer, 'modifying_state')),
    ),
  ];
  if (status === 'fresh') return spansOf(steps, now);
  // The answer that confirmed the record last may also have changed its state: this state is shown too, without a length.
  const endedAt = Math.min(now, Math.max(confirmedAt ?? from, changes.at(-1)?.at ?? from));
  return [...spansOf(steps, endedAt), { ...stepOf(endedAt, status), to: now }];
}

/** Makes a timeline of the databases in a history. @throws FleetError `invalid-request` if `state` was not captured */
export function timelineOfHistory(history: History, ids?: readonly string[]): Timeline {
  const { from, to } = history;
  const missing = 'expected the captured field `state`: add it to the fields of the capture';
  refuseIssues('configure', issueUnless(history.fields.includes('state'), 'history', missing));
  const wanted = ids && new Set(ids);
  const steps = new Map<string, Step[]>((ids ?? []).map((id) => [id, []]));
  for (const { at, resource, id, status, values } of rowsWith(history, ['state', 'modifying_state'])) {
    if (resource !== 'database' || (wanted && !wanted.has(id))) continue;
    const list = steps.get(id) ?? [];
    steps.set(id, list);
    const { state = 'unknown', modifying_state: change } = values;
    list.push(status === 'fresh' ? stepOf(at, String(state), change ? String(change) : undefined) : stepOf(at, status));
  }
  const rows = [...steps].map(([id, list]) => {
    const spans = spansOf(list, to).filter(({ condition }) => condition !== 'forgotten');
    return { id, name: id, spans };
  });
  return { from, to, rows };
}

/** Joins equal steps, and ends each where the next one begins. */
function spansOf(steps: readonly Step[], to: number): Span[] {
  const spans: Span[] = [];
  steps.forEach((step, at) => {
    const end = steps[at + 1]?.from ?? to;
    const last = spans.at(-1);
    // Of several steps at one time, the last one counts. At the end of the time, it has no length.
    if (end < step.from || (end === step.from && at < steps.length - 1)) return;
    if (last?.condition === step.condition && last.to === step.from) spans[spans.length - 1] = { ...last, to: end };
    else spans.push({ ...step, to: end });
  });
  return spans;
}
