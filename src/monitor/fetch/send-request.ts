import type { Dispatcher } from 'undici';
import { createBodyQueue } from './body-queue.js';
import { createPooledResponse, type ReceivedHeaders } from './pooled-response.js';

/** By the standard of fetch, responses with these statuses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

const USER_AGENT = 'fleetglass';

/** Sends a request, once. Rejects like the standard fetch: with the reason of the signal, or a TypeError and its cause. */
export function sendRequest(dispatcher: Dispatcher, url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET', body, signal } = init;
  if (signal?.aborted === true) return Promise.reject(signal.reason);
  if (body !== undefined && body !== null && typeof body !== 'string')
    return Promise.reject(new TypeError('The body of a request must be a string.'));
  const { origin, pathname, search } = new URL(url);
  const request: Dispatcher.DispatchOptions = {
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers: headersOf(init.headers),
    body: body ?? null,
  };
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let stoppedBy: Error | undefined;
    const queue = createBodyQueue(() => stop(new TypeError('The body was cancelled.')));

    function stop(reason: Error): void {
      stoppedBy = reason;
      fail(reason);
      controller?.abort(reason);
    }

    function abort(): void {
      stop(signal?.reason);
    }

    function end(): void {
      signal?.removeEventListener('abort', abort);
    }

    function fail(error: unknown): void {
      end();
      reject(error);
      queue.fail(error);
    }

    signal?.addEventListener('abort', abort);
    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // A request that waited for its socket is not sent if it was stopped meanwhile.
        if (stoppedBy !== undefined) started.abort(stoppedBy);
      },
      onResponseStart(_, status, headers) {
        // Statuses such as 103 come before the response.
        if (status < 200) return;
        const reader = WITHOUT_BODY.has(status) ? null : queue.reader;
        resolve(createPooledResponse(status, headers as ReceivedHeaders, reader));
      },
      onResponseData: (source, chunk) => queue.push(chunk, source),
      onResponseEnd() {
        end();
        queue.end();
      },
      onResponseError(_, cause) {
        if (stoppedBy === undefined) fail(new TypeError('fetch failed', { cause }));
      },
    });
  });
}

function headersOf(given: HeadersInit = {}): Record<string, string> {
  // The client gives plain objects, except for a create.
  const named = Symbol.iterator in given ? Object.fromEntries(new Headers(given)) : given;
  return { ...named, 'user-agent': USER_AGENT };
}
