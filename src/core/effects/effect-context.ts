import type { Operations } from '../api/operations.js';
import type { RequestGate } from '../polling/request-gate.js';
import type { Clock } from '../shared/clock.js';
import type { Exchange } from './exchange.js';

/** What every effect needs. */
export interface EffectContext {
  /** The service as it is reached now: other credentials make another way. */
  readonly operations: () => Operations;
  readonly gate: RequestGate;
  readonly clock: Clock;
  readonly exchange: Exchange;
  /** Numbers requests by their start: an answer to an older one never overwrites that to a younger. */
  readonly nextOrder: () => number;
}
