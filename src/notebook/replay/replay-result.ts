import type { Transition } from '../../index.js';
import type { Display } from '../display/display.js';
import type { ReplayedChange } from './change-log.js';
import type { GateUse } from './gate-use.js';
import type { RequestCounts } from './simulated-service.js';

/** The distribution of detection delays, milliseconds. Each percentile is the delay of one change (nearest rank). */
export interface DetectionDelay {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** The requests of a replay, by their answers. */
export interface ReplayedRequests extends RequestCounts {
  /** The mean over the history. */
  readonly perSecond: number;
  /** The number of requests in each minute of the history. */
  readonly perMinute: readonly number[];
}

/** The changes of a history that a fleet with one policy sees, and its requests. It is shown as a table of the numbers. */
export interface ReplayResult extends Display {
  /** The time of the history, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The number of databases in the history. */
  readonly databases: number;
  /** All changes of the history, in the order of time. */
  readonly changes: readonly ReplayedChange[];
  /** The number of changes with each outcome. */
  readonly seen: number;
  readonly missed: number;
  readonly open: number;
  /** From a change until the fleet shows it. Absent if the fleet sees no change. */
  readonly delay?: DetectionDelay;
  /** The transitions that the fleet emits. */
  readonly transitions: readonly Transition[];
  readonly requests: ReplayedRequests;
  readonly gate: GateUse;
}

/** A result without its display. */
export type ReplayFacts = Omit<ReplayResult, keyof Display>;

export function summarizeChanges(
  changes: readonly ReplayedChange[],
): Pick<ReplayFacts, 'changes' | 'seen' | 'missed' | 'open' | 'delay'> {
  const counts = { seen: 0, missed: 0, open: 0 };
  for (const { outcome } of changes) counts[outcome] += 1;
  const delay = summarizeDelays(changes.flatMap(({ delayMs }) => delayMs ?? []));
  return { changes, ...counts, ...(delay && { delay }) };
}

function summarizeDelays(delaysMs: readonly number[]): DetectionDelay | undefined {
  const sorted = Float64Array.from(delaysMs).sort();
  if (sorted.length === 0) return undefined;
  const percentile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] as number;
  return { medianMs: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99), maxMs: percentile(1) };
}
