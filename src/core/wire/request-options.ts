import type { Authorization } from './authorize.js';
import { endpoints, type EndpointName } from './endpoints.js';

/** The facts that determine the request of an operation. */
export interface RequestFacts {
  readonly operation: EndpointName;
  /** The id of the database, for the operation that has one in its path. */
  readonly id?: string;
  /** Begins with `?`. */
  readonly query?: string;
  /** JSON text. */
  readonly body?: string;
}

/** The path and the query of a request, below the base URL. */
export function pathOf({ operation, id = '', query = '' }: RequestFacts): string {
  return endpoints[operation].path.replace('{id}', () => encodeURIComponent(id)) + query;
}

/**
 * The options of a request for ofetch. They name none of ofetch's own types, whose declarations need a package that a page
 * does not install: the declarations of a fleet lead here.
 */
interface OfetchOptions extends RequestInit {
  retry: false;
  ignoreResponseError: true;
  responseType: 'stream';
}

/** The options of a request for ofetch. */
export function requestOf(
  { operation, body }: RequestFacts,
  { header }: Authorization,
  signal: AbortSignal,
): OfetchOptions {
  const headers: Record<string, string> = { accept: 'application/json' };
  const request: OfetchOptions = {
    method: endpoints[operation].method,
    headers,
    // A redirect would send the credentials to another address. With `manual` it is a response, which is refused.
    redirect: 'manual',
    // The store would show a cached answer as fresh.
    cache: 'no-store',
    signal,
    retry: false,
    ignoreResponseError: true,
    responseType: 'stream',
  };
  if (header !== undefined) {
    headers['authorization'] = header;
    // Otherwise a browser answers a 401 with a login dialog, and the request waits for it. The account needs no
    // cookies. Behind a proxy this default stays, since the proxy may need the cookies of the page.
    request.credentials = 'omit';
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    request.body = body;
    // ofetch reads the headers of a request with a body.
    request.headers = new Headers(headers);
  }
  return request;
}

/**
 * Replaces `Headers` in ofetch and returns the given headers. Otherwise ofetch copies them into an object that fetch
 * copies again, which takes a tenth of the time of a request in Node.
 */
export class AsGiven {
  constructor(headers: object) {
    return headers;
  }
}
