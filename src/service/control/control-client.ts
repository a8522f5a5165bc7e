import { normalizeBaseUrl } from '../../core/wire/base-url.js';
import { identifierProblem } from '../../core/wire/identifier.js';
import { readWholeBody, UnusableAnswer } from '../../core/wire/read-text.js';
import { redact } from '../../core/wire/redact.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { isObject } from '../../core/shared/is-object.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import type { StoredRecord } from '../account/record-store.js';
import { controlTokenProblem } from '../shared/equal-secrets.js';
import { parseExactJson, stringifyExactJson } from '../shared/exact-json.js';
import type { Fault, InjectedFault } from '../traffic/fault.js';
import type { LoggedRequest } from '../traffic/traffic.js';
import type { ScriptStep } from './script.js';

/**
 * The control API refused a request, or could not be reached. The error holds no token, no header, no body and no
 * `cause`.
 *
 * @example
 * ```ts
 * try {
 *   await control.databases.set('no-such-id', { state: 'suspended' });
 * } catch (error) {
 *   if (error instanceof ControlError && error.status === 404) console.log('there is no such database');
 *   else throw error;
 * }
 * ```
 */
export class ControlError extends Error {
  /** HTTP status. Absent without an answer. */
  readonly status?: number;
  /** The invalid paths of the request. Empty for other failures. */
  readonly issues: readonly FleetIssue[];

  constructor(message: string, facts: { status?: number; issues?: readonly FleetIssue[] } = {}) {
    super(`control: ${message}`);
    this.name = 'ControlError';
    if (facts.status !== undefined) this.status = facts.status;
    this.issues = facts.issues ?? [];
  }
}

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

/** The longest delay of a timer, 24 days. With a longer timeout, every request would end at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Creates a client of the control API of a local service.
 *
 * @throws FleetError `invalid-request` for an invalid `baseUrl`.
 * @throws ControlError for a token that no header can hold, and for an invalid `timeoutMs`.
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
  refuseProblem('token', controlTokenProblem(given.token));
  const { timeoutMs = 1 } = given;
  const isTimeout = Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= MAX_DELAY_MS;
  refuseProblem('timeoutMs', isTimeout ? undefined : `expected milliseconds, more than 0 and at most ${MAX_DELAY_MS}`);
  const send = createSend({ ...given, baseUrl: normalizeBaseUrl(given.baseUrl ?? ''), token: given.token ?? '' });
  return {
    databases: recordsAt('/databases', send),
    indices: {
      ...recordsAt('/indices', send),
      add: (fields) => send('POST', '/indices', isObject, fields),
    },
    faults: {
      inject: (fault) => send('POST', '/faults', isObject, fault),
      list: () => send('GET', '/faults', Array.isArray),
      clear: () => send('DELETE', '/faults', isNothing),
    },
    requests: {
      list: () => send('GET', '/requests', Array.isArray),
      clear: () => send('DELETE', '/requests', isNothing),
    },
    reset: () => send('POST', '/reset', isNothing),
  };
}

function recordsAt(path: string, send: Send): ControlledRecords {
  const script = async (id: string, steps: readonly ScriptStep[]): Promise<StoredRecord> =>
    send('PATCH', pathOf(path, id), isObject, { steps });
  return {
    script,
    set: (id, set, options) => script(id, [{ ...options, set }]),
    unset: (id, unset, options) => script(id, [{ ...options, unset }]),
    list: () => send('GET', path, Array.isArray),
    remove: async (id) => send('DELETE', pathOf(path, id), isNothing),
  };
}

function pathOf(path: string, id: string): string {
  refuseProblem('id', identifierProblem(id));
  return `${path}/${encodeURIComponent(id)}`;
}

function refuseProblem(path: string, message: string | undefined): void {
  if (message !== undefined) throw new ControlError(`${path}: ${message}`, { issues: [{ path, message }] });
}

function isNothing(answer: unknown): boolean {
  return answer === undefined;
}

/**
 * Sends one request and returns the JSON of its answer, or `undefined` for an empty answer.
 *
 * @param path the encoded path below `/control`, with a leading slash.
 * @param isExpected checks that the answer comes from a control API and not from another server.
 * @throws ControlError
 */
type Send = <T>(method: string, path: string, isExpected: (answer: unknown) => boolean, body?: unknown) => Promise<T>;

/** One deadline covers the whole answer. A redirect is refused: it would send the token elsewhere. */
function createSend({
  baseUrl,
  token,
  timeoutMs = 15_000,
  clock = systemClock,
  fetch: send = (url, init) => fetch(url, init),
}: ControlClientOptions): Send {
  return async <T>(method: string, path: string, isExpected: (answer: unknown) => boolean, body?: unknown) => {
    const request = `${method} /control${path}`;
    const text = body === undefined ? undefined : textOf(body, request);
    const late = new AbortController();
    const cancelDeadline = clock.schedule(() => late.abort(), timeoutMs);
    const exchange = async () => {
      const response = await send(`${baseUrl}/control${path}`, {
        method,
        ...(text !== undefined && { body: text }),
        headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
        redirect: 'manual',
        signal: late.signal,
      });
      const answered = await readWholeBody(response.body, MAX_ANSWER_BYTES);
      // Text that is no JSON stays a string, which `isExpected` does not accept.
      const answer: unknown = answered === '' ? undefined : (parseExactJson(answered) ?? answered);
      return { response, answer };
    };
    const { response, answer } = await unlessAborted(exchange(), [late.signal])
      .catch((failure: unknown) => {
        // An error of fetch holds the request, and so the token.
        const missing = late.signal.aborted
          ? `no answer within ${timeoutMs} ms`
          : 'no answer; check that the service is running';
        throw new ControlError(`${request}: ${failure instanceof UnusableAnswer ? failure.message : missing}`);
      })
      .finally(cancelDeadline);
    if (!response.ok) throw refusal(request, response.status, answer, token);
    if (!isExpected(answer)) throw new ControlError(`${request}: the answer does not come from a control API`);
    return answer as T;
  };
}

/** @throws ControlError for a value without a form in JSON, such as an object that contains itself */
function textOf(body: unknown, request: string): string {
  try {
    return stringifyExactJson(body);
  } catch {
    throw new ControlError(`${request}: the value cannot be sent, because it has no form in JSON`);
  }
}

/** The list of all records is the largest answer: this is enough for 100,000 of them. */
const MAX_ANSWER_BYTES = 256 * 1024 ** 2;

function refusal(request: string, status: number, answer: unknown, token: string): ControlError {
  const { error, issues } = isObject(answer) ? answer : {};
  const safe = (text: unknown): string => redact(String(text), [token]);
  const detail = typeof error === 'string' ? `: ${safe(error)}` : '';
  const found: FleetIssue[] = (Array.isArray(issues) ? issues : [])
    .filter(isObject)
    .map((issue) => ({ path: safe(issue['path']), message: safe(issue['message']) }));
  return new ControlError(`${request}: refused (status ${status})${detail}`, { status, issues: found });
}
