import type { EngineState } from '../../../src/sharing/engine.js';

/** Enough keys that each member owns some. */
export const KEYS: readonly string[] = Array.from({ length: 500 }, (_, at) => `database:${at}`);

export interface MemberReport {
  readonly state: EngineState;
  readonly owned: readonly string[];
  readonly others: number;
  /** The time since the process checked its state last: long if the process was stopped. */
  readonly pauseMs: number;
}
