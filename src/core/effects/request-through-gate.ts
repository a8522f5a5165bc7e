import type { Cancellation } from '../api/cancellation.js';
import type { Priority } from '../polling/request-gate.js';
import type { EffectContext } from './effect-context.js';
import type { ExchangeFacts } from './exchange.js';
import type { SharedTicket } from './single-flight.js';

/** A request that many share. Each of its ends comes with its order. */
export interface SharedRequest<T> {
  readonly key: string;
  readonly facts: ExchangeFacts;
  readonly send: (order: number) => Promise<T>;
  /** Not called where nobody takes part any more. */
  readonly onFailure: (error: unknown, order: number) => void;
}

/** Asks the gate for a request. @param left aborts when nobody takes part any more. */
export function requestThroughGate<T>(
  { gate, exchange, nextOrder }: EffectContext,
  { key, facts, send, onFailure }: SharedRequest<T>,
  priority: Priority,
  left: Cancellation,
): SharedTicket<T> {
  let order: number | undefined;
  const ticket = gate.request({
    key,
    operation: facts.operation,
    priority,
    signal: left,
    send() {
      const start = (order = nextOrder());
      return exchange(facts, left, () => send(start));
    },
  });
  const result = ticket.result.catch((error: unknown) => {
    if (!left.aborted) onFailure(error, order ?? nextOrder());
    throw error;
  });
  return {
    result,
    promote: ticket.promote,
    get isWaiting() {
      return ticket.isWaiting;
    },
  };
}
