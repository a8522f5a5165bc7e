import { normalizeBaseUrl } from '../../core/api/base-url.js';
import { identifierProblem } from '../../core/api/identifier.js';
import { isObject } from '../../core/api/inspect.js';
import { readOwnMembers } from '../../core/api/read-members.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import type { StoredRecord } from '../account/account.js';
import { ControlError } from './control-error.js';
import { controlTokenProblem } from './control-token.js';
import { createControlTransport, type ControlTransport } from './control-transport.js';
import type { InjectedFault } from '../traffic/decide-faults.js';
import type { Fault } from '../traffic/fault.js';
import type { LoggedRequest } from '../traffic/request-log.js';
import type { ScriptStep } from './script.js';

/** What {@link createControlClient} needs. */
export interface ControlClientOptions {
  /** Address of the local service: the one that `listen()` gave, with or without a slash at its end. */
  readonly baseUrl: string | URL;
  /** The service's `controlToken`. */
  readonly token: string;
  /**
   * How long a request may take until its whole answer is there, milliseconds. What was asked for may still happen
   * after that.
   *
   * @default 15000
   */
  readonly timeoutMs?: number;
  /** How requests are sent, such as the `fetch` of a service that does not listen. @default the platform's fetch */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** @default the system's clock */
  readonly clock?: Clock;
}

/** When a change happens. */
export interface ChangeOptions {
  /** Milliseconds after the service accepted it. @default 0 */
  readonly afterMs?: number;
}

/** What can be done to databases and to vector indices alike. Each method throws {@link ControlError}. */
export interface ControlledRecords {
  /**
   * Sets fields of a record, now or later. Any JSON is allowed, also what api.md does not document; a bigint is sent
   * with all its digits.
   *
   * @returns the record as it is now, without its credentials.
   */
  set(id: string, fields: StoredRecord, options?: ChangeOptions): Promise<StoredRecord>;
  /** Removes fields of a record, now or later. */
  unset(id: string, fields: readonly string[], options?: ChangeOptions): Promise<StoredRecord>;
  /**
   * Lets a record go through steps, each at its own time after the service accepted the script. Steps that wait
   * live in the service's process: they are gone when it ends, when the record is removed and after `reset()`.
   */
  script(id: string, steps: readonly ScriptStep[]): Promise<StoredRecord>;
  /** All records in the order of their ids, without their credentials. An integer beyond 2^53 is a bigint. */
  list(): Promise<readonly StoredRecord[]>;
  /** Removes a record, and the steps that wait for it. */
  remove(id: string): Promise<void>;
}

/** Vector indices: the API has no operation that creates one. */
export interface ControlledIndices extends ControlledRecords {
  /** Adds an index; fields left out get the service's defaults, its id too. */
  add(fields: StoredRecord): Promise<StoredRecord>;
}

/**
 * Stages what a fleet may go through, in the local service: changes of records, faults on the way, and what was asked.
 *
 * Integers beyond 2^53 are bigints on the way there and back. Each method throws {@link ControlError}, with the status
 * of a refusal and each wrong path.
 */
export interface ControlClient {
  readonly databases: ControlledRecords;
  readonly indices: ControlledIndices;
  readonly faults: {
    /** Adds a fault behind those there are. Every request meets at most one delay and one other fault. */
    inject(fault: Fault): Promise<InjectedFault>;
    /** The faults that requests still meet. */
    list(): Promise<readonly InjectedFault[]>;
    /** Removes all faults. Requests that are held up stay so. */
    clear(): Promise<void>;
  };
  readonly requests: {
    /** The newest 1,000 requests under `/v2`, oldest first, each entered when it ended. */
    list(): Promise<readonly LoggedRequest[]>;
    clear(): Promise<void>;
  };
  /** Back to the seed: no fault, no waiting step, an empty log. Requests that a fault holds up lose their connection. */
  reset(): Promise<void>;
}

/**
 * Makes a client of the control face of a local service.
 *
 * @throws FleetError `invalid-request` for an address that cannot be used.
 * @throws ControlError for a token that cannot be sent.
 * @example
 * ```ts
 * const service = createService({ credentials, controlToken: 'let-me-in' });
 * const { url } = await service.listen();
 * const control = createControlClient({ baseUrl: url, token: 'let-me-in' });
 *
 * await control.databases.script(id, [
 *   { afterMs: 5_000, set: { state: 'suspended' } },
 *   { afterMs: 20_000, set: { state: 'active' } },
 * ]);
 * await control.databases.set(id, { db_request_limit: 8024278031528736858n });
 * await control.faults.inject({ kind: 'status', status: 503, times: 3 });
 * ```
 */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const given = readOwnMembers(options, OPTIONS) as Partial<ControlClientOptions> | undefined;
  const { token = '', baseUrl = '', timeoutMs = 15_000, clock = systemClock } = given ?? {};
  const problem = controlTokenProblem(given?.token);
  if (problem !== undefined)
    throw new ControlError(`token: ${problem}`, { issues: [{ path: 'token', message: problem }] });
  const send = createControlTransport({
    baseUrl: normalizeBaseUrl(baseUrl),
    token,
    timeoutMs,
    clock,
    fetch: given?.fetch ?? ((url, init) => fetch(url, init)),
  });
  return {
    databases: recordsAt('/databases', send),
    indices: {
      ...recordsAt('/indices', send),
      add: (fields) => send({ method: 'POST', path: '/indices', body: fields }, isObject),
    },
    faults: {
      inject: (fault) => send({ method: 'POST', path: '/faults', body: fault }, isObject),
      list: () => send({ method: 'GET', path: '/faults' }, Array.isArray),
      clear: () => send({ method: 'DELETE', path: '/faults' }, isNothing),
    },
    requests: {
      list: () => send({ method: 'GET', path: '/requests' }, Array.isArray),
      clear: () => send({ method: 'DELETE', path: '/requests' }, isNothing),
    },
    reset: () => send({ method: 'POST', path: '/reset' }, isNothing),
  };
}

const OPTIONS = ['baseUrl', 'token', 'timeoutMs', 'clock', 'fetch'] satisfies (keyof ControlClientOptions)[];

function recordsAt(path: string, send: ControlTransport): ControlledRecords {
  const script = async (id: string, steps: readonly ScriptStep[]): Promise<StoredRecord> =>
    send({ method: 'PATCH', path: pathOf(path, id), body: { steps } }, isObject);
  return {
    script,
    set: (id, set, options) => script(id, [{ ...options, set }]),
    unset: (id, unset, options) => script(id, [{ ...options, unset }]),
    list: () => send({ method: 'GET', path }, Array.isArray),
    remove: async (id) => send({ method: 'DELETE', path: pathOf(path, id) }, isNothing),
  };
}

function pathOf(path: string, id: string): string {
  const problem = identifierProblem(id);
  if (problem !== undefined) throw new ControlError(`id: ${problem}`, { issues: [{ path: 'id', message: problem }] });
  return `${path}/${encodeURIComponent(id)}`;
}

function isNothing(answer: unknown): boolean {
  return answer === undefined;
}
