import type { EngineState } from '../../../src/sharing/engine.js';

/** Enough that each member owns some of them. */
export const KEYS: readonly string[] = Array.from({ length: 500 }, (_, at) => `database:${at}`);

export interface MemberReport {
  readonly id: string;
  readonly state: EngineState;
  readonly message?: string | undefined;
  readonly owned: readonly string[];
  readonly others: number;
  readonly received: readonly unknown[];
  /** The time since the process checked its state last: long if the process was stopped. */
  readonly pauseMs: number;
}

/** A task for the process. */
export interface MemberTask {
  readonly send?: string;
  readonly acquire?: number;
  readonly leave?: true;
}
