import { checkCreate } from '../core/client/check-create.js';
import type { CreateDatabaseRequest } from '../core/records/create-database.js';
import { Interruption, type Deadline } from '../core/wire/deadline.js';
import { FleetError } from '../core/shared/fleet-error.js';
import { admit } from './admit.js';
import { refuseCrossSite } from './cross-site.js';
import { failureAnswer } from './failure-answer.js';
import { filterIndexList } from './filter-indices.js';
import { jsonAnswer } from './json-answer.js';
import { readProxyOptions, type ProxyOptions, type ProxySettings } from './proxy-options.js';
import { readBody } from './read-body.js';
import { Refused } from './refused.js';
import { routeOf } from './route.js';
import { createUpstream, type Upstream } from './upstream.js';

/** Answers a `Request` of the fetch standard. It never rejects. */
export type ProxyHandler = (request: Request) => Promise<Response>;

/**
 * Makes a handler that lets pages use the management API without the account's credentials. It adds the credentials to
 * the requests that `authorize` allows, and removes every credential from the responses.
 *
 * It accepts the three operations from pages of the same origin, and creates databases only with `allowCreate`. It sends
 * the id or a validated create request to the service, and nothing else from the page. It sends the documented fields
 * without credentials to the page. Every response is `no-store`. A response other than 200 is `{"error": "…"}`.
 *
 * All visitors of one handler share its limits. Equal concurrent reads are one request. At most `concurrency` requests
 * are in flight. A 429 of the service, or a 503 with `Retry-After`, pauses all requests. Make one handler, not a
 * handler for each request.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option; `authorize` is required
 * @example
 * ```ts
 * const handler = createProxyHandler({
 *   baseUrl: 'https://api.example.com',
 *   credentials: { username, password },
 *   mountPath: '/fleet',
 *   authorize: async (request) => (await sessionOf(request))?.isOperator === true,
 * });
 * // In the page: createFleet({ baseUrl: '/fleet' })
 * ```
 * @see api.md, Authentication; Endpoints.
 */
export function createProxyHandler(options: ProxyOptions): ProxyHandler {
  const settings = readProxyOptions(options);
  return createProxyOn(createUpstream(settings), settings);
}

export function createProxyOn(upstream: Upstream, settings: ProxySettings): ProxyHandler {
  const { authorize, filterIndices, allowCreate, mountPath, origins, clock, timeoutMs } = settings;
  const report = createReporter(settings.onError);

  async function serve(request: Request): Promise<string> {
    const { signal } = request;
    const deadline = { clock, timeoutMs, signal };
    refuseCrossSite(request, origins);
    const call = routeOf(request, mountPath);
    if (call.operation === 'create-database' && !allowCreate)
      throw new Refused(403, 'this proxy does not create databases');
    await admit(() => authorize(request, { ...call }), deadline, report);
    switch (call.operation) {
      case 'get-database':
        return upstream.getDatabase(call.id, signal);
      case 'list-vector-indices': {
        const list = await upstream.listVectorIndices(signal);
        if (filterIndices === undefined) return list;
        return filterIndexList(list, (indices) => filterIndices(request, indices), deadline);
      }
      case 'create-database':
        return upstream.createDatabase(await readCreate(request, deadline), signal);
    }
  }

  return async (request) => {
    try {
      return jsonAnswer(200, await serve(request));
    } catch (failure) {
      report(failure);
      return failureAnswer(failure);
    }
  };
}

/** Reads a create request and serializes the checked value, so that nothing else of the page's text is sent. */
async function readCreate(request: Request, deadline: Deadline): Promise<string> {
  const given = await readBody(request, deadline);
  try {
    return checkCreate(given as CreateDatabaseRequest).body;
  } catch (failure) {
    const { issues } = failure as FleetError;
    throw new Refused(400, 'the body is not a create request', { issues });
  }
}

/** Passes each failure to `onError` once, except for requests that the proxy refuses or the visitor aborts. */
function createReporter(onError: (error: unknown) => void): (failure: unknown) => void {
  const reported = new WeakSet<object>();
  return (failure) => {
    if (failure instanceof Refused || failure instanceof Interruption) return;
    if (failure instanceof FleetError) {
      if (failure.code === 'aborted' || reported.has(failure)) return;
      reported.add(failure);
    }
    // The page gets its response even if `onError` throws or rejects.
    void (async () => onError(failure))().catch(() => {});
  };
}
