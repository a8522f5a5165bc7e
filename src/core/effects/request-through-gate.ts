import type { Cancellation } from '../api/cancellation.js';
import type { Priority } from '../polling/request-gate.js';
import type { EffectContext } from './effect-context.js';
import type { ExchangeFacts } from './exchange.js';
import type { SharedTicket } from './single-flight.js';

/** A request that several callers share. */
export interface SharedRequest<T> {
  readonly key: string;
  readonly facts: ExchangeFacts;
  readonly send: (order: number) => Promise<T>;
  /** Not called after the last caller has left. */
  readonly onFailure: (error: unknown, order: number) => void;
}

/** Queues a request in the gate and commits its failure. @param left aborts when the last caller has left. */
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
