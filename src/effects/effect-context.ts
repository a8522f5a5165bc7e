import type { ManagementClient } from '../api/management-client.js';
import type { RequestGate } from '../polling/request-gate.js';
import type { Clock } from '../shared/clock.js';
import type { Exchange } from './exchange.js';

/** What every effect needs. */
export interface EffectContext {
  /** The client as it is now: other credentials make another. */
  readonly client: () => ManagementClient;
  readonly gate: RequestGate;
  readonly clock: Clock;
  readonly exchange: Exchange;
  /** Numbers requests by their start: an answer to an older one never overwrites that to a younger. */
  readonly nextOrder: () => number;
}
