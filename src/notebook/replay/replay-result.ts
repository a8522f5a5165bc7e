import type { Transition } from '../../index.js';
import type { Display } from '../display/display.js';
import type { ReplayedChange } from './change-log.js';
import type { Detections } from './detection.js';
import type { GateUse } from './gate-use.js';
import type { RequestCounts } from './simulated-service.js';

/** The requests of a replay, by their answers. */
export interface ReplayedRequests extends RequestCounts {
  /** The mean over the history. */
  readonly perSecond: number;
}

/** How soon a fleet with one policy shows the changes of a history, and its requests. It is shown as a table. */
export interface ReplayResult extends Display, Detections {
  /** The time of the history, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The numbers of databases and vector indices in the history. */
  readonly databases: number;
  readonly indices: number;
  /** All changes of the history, in the order of time. */
  readonly changes: readonly ReplayedChange[];
  /** The transitions that the fleet emits. */
  readonly transitions: readonly Transition[];
  readonly requests: ReplayedRequests;
  readonly gate: GateUse;
}

export type ReplayFacts = Omit<ReplayResult, keyof Display>;
