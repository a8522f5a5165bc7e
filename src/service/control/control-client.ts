import { normalizeBaseUrl } from '../../core/wire/base-url.js';
import { identifierProblem } from '../../core/wire/identifier.js';
import { isObject } from '../../core/shared/is-object.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import type { StoredRecord } from '../account/stored-record.js';
import { ControlError } from './control-error.js';
import { controlTokenProblem } from '../shared/equal-secrets.js';
import { createControlTransport, type ControlTransport } from './control-transport.js';
import type { InjectedFault } from '../traffic/decide-faults.js';
import type { Fault } from '../traffic/fault.js';
import type { LoggedRequest } from '../traffic/request-log.js';
import type { ScriptStep } from './script.js';

/** Options of {@link createControlClient}. */
export interface ControlClientOptions {
  /** The address of the local service, as `listen()` returns it. A trailing slash is allowed. */
  readonly baseUrl: string | URL;
  /** The service's `controlToken`. */
  readonly token: string;
  /**
   * The deadline of a request and its whole answer, milliseconds. The service may still carry out the request after the
   * deadline.
   *
   * @default 15000
   */
  readonly timeoutMs?: number;
  /** Sends the requests. Pass the `fetch` of a service that does not listen. @default the platform's fetch */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** @default the system's clock */
  readonly clock?: Clock;
}

/** Options of a change. */
export interface ChangeOptions {
  /** Delay after the service accepted the change, milliseconds. @default 0 */
  readonly afterMs?: number;
}

/** Operations on databases and on vector indices. Each method throws {@link ControlError}. */
export interface ControlledRecords {
  /**
   * Sets fields of a record, now or later. Any JSON is allowed, including undocumented fields. A bigint is sent with all
   * its digits.
   *
   * @returns the current record, without its credentials.
   */
  set(id: string, fields: StoredRecord, options?: ChangeOptions): Promise<StoredRecord>;
  /** Removes fields of a record, now or later. */
  unset(id: string, fields: readonly string[], options?: ChangeOptions): Promise<StoredRecord>;
  /**
   * Applies steps to a record, each at its own time after the service accepted the script. Waiting steps are cancelled
   * when the service ends, when the record is removed and by `reset()`. Steps that are due are carried out first.
   */
  script(id: string, steps: readonly ScriptStep[]): Promise<StoredRecord>;
  /** Returns all records in the order of their ids, without credentials. An integer beyond 2^53 is a bigint. */
  list(): Promise<readonly StoredRecord[]>;
  /** Removes a record, after its due steps, and cancels its waiting steps. */
  remove(id: string): Promise<void>;
}

/** Operations on vector indices. The API has no operation that creates an index. */
export interface ControlledIndices extends ControlledRecords {
  /** Adds an index. Omitted fields, including the id, get the service's defaults. */
  add(fields: StoredRecord): Promise<StoredRecord>;
}

/**
 * Controls a local service: changes records, injects faults and reads the request log.
 *
 * Integers beyond 2^53 are bigints, sent and received. Each method throws {@link ControlError}, with the status of a
 * refusal and every invalid path.
 */
export interface ControlClient {
  readonly databases: ControlledRecords;
  readonly indices: ControlledIndices;
  readonly faults: {
    /** Appends a fault to the list. A request meets at most one delay and one other fault. */
    inject(fault: Fault): Promise<InjectedFault>;
    /** Returns the active faults. */
    list(): Promise<readonly InjectedFault[]>;
    /** Removes all faults. Requests that a fault already delays are not affected. */
    clear(): Promise<void>;
  };
  readonly requests: {
    /** Returns the newest 1,000 requests under `/v2`, oldest first. A request is logged when it ends. */
    list(): Promise<readonly LoggedRequest[]>;
    clear(): Promise<void>;
  };
  /** Restores the seed, removes all faults and waiting steps, and clears the log. Delayed requests lose their connection. */
  reset(): Promise<void>;
}

/**
 * Creates a client of the control API of a local service.
 *
 * @throws FleetError `invalid-request` for an invalid `baseUrl`.
 * @throws ControlError for a token that no header can hold.
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
  const given: Partial<ControlClientOptions> = isObject(options) ? options : {};
  const { baseUrl = '', token = '', timeoutMs = 15_000, clock = systemClock } = given;
  refuseProblem('token', controlTokenProblem(given.token));
  const send = createControlTransport({
    baseUrl: normalizeBaseUrl(baseUrl),
    token,
    timeoutMs,
    clock,
    fetch: given.fetch ?? ((url, init) => fetch(url, init)),
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
  refuseProblem('id', identifierProblem(id));
  return `${path}/${encodeURIComponent(id)}`;
}

/** @throws ControlError if there is a problem */
function refuseProblem(path: string, message: string | undefined): void {
  if (message !== undefined) throw new ControlError(`${path}: ${message}`, { issues: [{ path, message }] });
}

function isNothing(answer: unknown): boolean {
  return answer === undefined;
}
