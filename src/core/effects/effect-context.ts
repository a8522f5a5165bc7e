import type { Operations } from '../api/operations.js';
import type { RequestGate } from '../polling/request-gate.js';
import type { Clock } from '../shared/clock.js';
import type { Exchange } from './exchange.js';

/** The parts that every effect needs. */
export interface EffectContext {
  /** The operations with the current credentials. */
  readonly operations: () => Operations;
  readonly gate: RequestGate;
  readonly clock: Clock;
  readonly exchange: Exchange;
  /** Numbers requests in the order of their start. An answer to an older request never overwrites a newer answer. */
  readonly nextOrder: () => number;
}
