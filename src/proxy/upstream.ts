import { createAuthorizer } from '../core/wire/authorize.js';
import { createOutcome } from '../core/wire/failure.js';
import { encodeCredentials } from '../core/wire/credentials.js';
import { createTransport, HIDE_CREDENTIALS, type Call, type Transport } from '../core/wire/transport.js';
import type { Operation } from '../core/shared/fleet-error.js';
import { unlessAborted } from '../core/shared/on-abort.js';
import { Interruption } from '../core/wire/deadline.js';
import { readAccountCredentials } from './account-credentials.js';
import { createAnswerScreen } from './answer-screen.js';
import type { ProxySettings } from './proxy-options.js';
import { createUpstreamLimiter } from './upstream-limiter.js';

/**
 * The three operations on the service, for all visitors. Each returns JSON text without credentials for the page. Equal
 * concurrent reads share one request; a create never shares its request.
 */
export interface Upstream {
  getDatabase(id: string, signal: AbortSignal): Promise<string>;
  listVectorIndices(signal: AbortSignal): Promise<string>;
  /** @param body the JSON text of a valid create request */
  createDatabase(body: string, signal: AbortSignal): Promise<string>;
}

/** Makes the three operations. Of the page's request, only the id and the body reach the service. */
export function createUpstream(settings: ProxySettings): Upstream {
  const { clock, timeoutMs, recordLimitBytes, listLimitBytes } = settings;
  const show = createAnswerScreen(settings);
  const limit = createUpstreamLimiter(settings);
  const flights = new Map<string, ReturnType<typeof startFlight>>();
  let last: UpstreamConnection | undefined;

  /** Keeps the connection: the next request has nearly always the same credentials. */
  async function connect(operation: Operation, signal: AbortSignal): Promise<UpstreamConnection> {
    const credentials = await readAccountCredentials(settings.credentials, operation, { clock, timeoutMs, signal });
    const account = encodeCredentials(credentials);
    if (last?.account !== account)
      last = { account, send: createTransport({ ...settings, authorize: createAuthorizer(credentials).authorize }) };
    return last;
  }

  const send = (connection: UpstreamConnection, call: UnsignalledCall, signal: AbortSignal): Promise<string> =>
    limit(call.operation, signal, () => connection.send({ ...call, signal }));

  /** Shares one request among equal reads in flight. The request is aborted when its last caller leaves. */
  async function read(call: UnsignalledCall, signal: AbortSignal): Promise<string> {
    const connection = await connect(call.operation, signal);
    if (signal.aborted) throw new Interruption('aborted');
    // Responses for different credentials are never shared. The key is kept only while its request is in flight.
    const key = `${connection.account} ${call.operation} ${call.id}`;
    const flight = flights.get(key) ?? startFlight((shared) => send(connection, call, shared));
    flights.set(key, flight);
    flight.callers += 1;
    return unlessAborted(flight.answer, [signal], () => new Interruption('aborted')).finally(() => {
      flight.callers -= 1;
      if (flight.callers > 0) return;
      flights.delete(key);
      // Ends a request that is still in flight.
      flight.controller.abort();
    });
  }

  return {
    getDatabase(id, signal) {
      const decode: UnsignalledCall['decode'] = (text, isEcho) => show.database(text, id, isEcho);
      const call = { operation: 'get-database', id, query: HIDE_CREDENTIALS, limitBytes: recordLimitBytes } as const;
      return read({ ...call, decode }, signal);
    },
    listVectorIndices: (signal) =>
      read({ operation: 'list-vector-indices', limitBytes: listLimitBytes, decode: show.list }, signal),
    async createDatabase(body, signal) {
      const call = { operation: 'create-database', body, limitBytes: recordLimitBytes } as const;
      const connection = await connect(call.operation, signal);
      return send(connection, { ...call, decode: show.created, outcomeOf: createOutcome }, signal);
    },
  };
}

function startFlight(request: (signal: AbortSignal) => Promise<string>) {
  const controller = new AbortController();
  return { answer: request(controller.signal), controller, callers: 0 };
}

type UnsignalledCall = Omit<Call<string>, 'signal'>;
interface UpstreamConnection {
  /** The encoded credentials: a secret. */
  readonly account: string;
  readonly send: Transport;
}
