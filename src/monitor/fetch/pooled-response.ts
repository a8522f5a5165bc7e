import type { BodyReader } from '../../core/wire/read-text.js';
import { decodeBody } from './decode-body.js';

/** The headers of a response: a field that came twice has a list. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Makes a response with the members that the client and the usage sources read. `new Response` and its web stream take
 * longer than the request.
 */
export function createPooledResponse(status: number, received: ReceivedHeaders, reader: BodyReader | null): Response {
  let headers: Headers | undefined;
  const response = {
    status,
    ok: status >= 200 && status < 300,
    redirected: false,
    type: 'basic',
    body: reader && bodyOf(reader, received['content-encoding']),
    // A success is decoded without its headers.
    get headers() {
      return (headers ??= headersOf(received));
    },
  };
  return response as unknown as Response;
}

function bodyOf(reader: BodyReader, encoding: ReceivedHeaders[string]) {
  return {
    getReader: () => (encoding === undefined ? reader : decodeBody(reader, String(encoding))),
    cancel: () => reader.cancel(),
  };
}

function headersOf(received: ReceivedHeaders): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}
