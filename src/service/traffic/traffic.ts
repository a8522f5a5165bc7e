import type { Clock } from '../../core/shared/clock.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import { ConnectionDropped } from '../../http/connection-dropped.js';
import { ignoredFieldsOf } from '../http/operations.js';
import { applyFaults, decideFaults } from './apply-faults.js';
import type { ApiOperation, Fault, InjectedFault } from './fault.js';

/** A completed request under `/v2`. It holds no header and no value of a body. */
export interface LoggedRequest {
  /** Time of arrival, Unix milliseconds. */
  readonly at: number;
  readonly method: string;
  /** The encoded path, without the query. */
  readonly path: string;
  /** With its question mark. Empty without a query. */
  readonly query: string;
  /** Absent for other paths and methods. */
  readonly operation?: ApiOperation;
  /** Status of the answer. Absent when the connection was closed without an answer. */
  readonly status?: number;
  /** The applied fault. With a delay and another fault, the other fault. */
  readonly fault?: Fault['kind'];
  /** Names of the undocumented fields of a create request, up to 20. Absent without such fields. */
  readonly ignoredFields?: readonly string[];
  /** Duration including injected delays, milliseconds. */
  readonly durationMs: number;
}

const MAX_ENTRIES = 1000;

/** Applies faults to the requests under `/v2`, and logs the requests. */
export class Traffic {
  /** The newest requests, oldest first. */
  readonly log: LoggedRequest[] = [];
  faults: readonly InjectedFault[] = [];
  readonly #clock: Clock;
  readonly #random: () => number;
  #lastId = 0;
  #dropping = new AbortController();

  constructor({ clock, random }: { readonly clock: Clock; readonly random: () => number }) {
    this.#clock = clock;
    this.#random = random;
  }

  clearLog(): void {
    this.log.length = 0;
  }

  inject(fault: Fault): InjectedFault {
    const injected = { id: `fault-${++this.#lastId}`, fault, applied: 0 };
    this.faults = [...this.faults, injected];
    return injected;
  }

  clearFaults(): void {
    this.faults = [];
  }

  /** @throws ConnectionDropped when a fault drops the connection; the signal's reason when the caller aborts. */
  async intercept(request: Request, operate: () => Promise<Response>): Promise<Response> {
    const arrival = arrivalOf(request, this.#clock.now());
    const arrivedAt = this.#clock.monotonic();
    // Decided before the first await, so that concurrent requests cannot share the last use of a fault.
    const { chosen, left } = decideFaults(this.faults, arrival.operation, this.#random);
    this.faults = left;
    // With a delay and another fault, the other fault is logged. The duration shows the delay.
    const fault = (chosen.find((each) => each.fault.kind !== 'delay') ?? chosen[0])?.fault.kind;
    let status: number | undefined;
    try {
      const answer = await applyFaults(chosen, operate, (delayMs) => this.#wait(delayMs, request.signal));
      ({ status } = answer);
      return answer;
    } finally {
      const ignoredFields = ignoredFieldsOf(request);
      const found = { ...(status && { status }), ...(fault && { fault }), ...(ignoredFields && { ignoredFields }) };
      this.log.push({ ...arrival, ...found, durationMs: this.#clock.monotonic() - arrivedAt });
      if (this.log.length > MAX_ENTRIES) this.log.shift();
    }
  }

  cancelDelays(): void {
    this.#dropping.abort(new ConnectionDropped());
    this.#dropping = new AbortController();
  }

  /** A finished delay leaves no timer and no listener behind. */
  #wait(delayMs: number, signal: AbortSignal): Promise<void> {
    let cancel = (): void => {};
    const passed = new Promise<void>((resolve) => (cancel = this.#clock.schedule(resolve, delayMs)));
    return unlessAborted(passed, [signal, this.#dropping.signal]).finally(() => cancel());
  }
}

function arrivalOf({ method, url }: Request, at: number): Omit<LoggedRequest, 'durationMs'> {
  const { pathname, search } = new URL(url);
  const operation = operationOf(method, pathname);
  return { at, method, path: pathname, query: search, ...(operation && { operation }) };
}

function operationOf(method: string, path: string): ApiOperation | undefined {
  if (method === 'POST' && path === '/v2/redis/database') return 'create-database';
  if (method === 'GET' && /^\/v2\/redis\/database\/[^/]+$/.test(path)) return 'get-database';
  if (method === 'GET' && path === '/v2/vector/index') return 'list-vector-indices';
  return undefined;
}
