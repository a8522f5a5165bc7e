import type { Priority, RequestGate, RequestGateOptions, Ticket } from '../../../src/core/polling/request-gate.js';
import { createRequestGate } from '../../../src/core/polling/request-gate.js';
import type { Operation } from '../../../src/core/shared/fleet-error.js';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.js';

/** One request that a gate let through, to be answered by the test. */
export interface Sent {
  readonly key: string;
  readonly atMs: number;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

export interface GateUnderTest {
  readonly gate: RequestGate;
  readonly clock: VirtualClock;
  /** In the order in which they were let through. */
  readonly sent: Sent[];
  ask(key: string, priority?: Priority, more?: { signal?: AbortSignal; operation?: Operation }): Ticket<string>;
  /** Lets promises settle. */
  settle(): Promise<void>;
}

export function createGateUnderTest(options: Partial<RequestGateOptions> = {}): GateUnderTest {
  const clock = createVirtualClock();
  const gate = createRequestGate({ clock, random: () => 0.5, ...options });
  const sent: Sent[] = [];
  return {
    gate,
    clock,
    sent,
    ask(key, priority = 'user', { signal, operation = 'get-database' } = {}) {
      const ticket = gate.request({
        key,
        operation,
        priority,
        signal,
        send: () =>
          new Promise<string>((resolve, reject) => {
            sent.push({ key, atMs: clock.monotonic(), answer: () => resolve(key), fail: reject });
          }),
      });
      // Whether a test looks at the failure or not.
      ticket.result.catch(() => {});
      return ticket;
    },
    settle: () => clock.advance(0),
  };
}
