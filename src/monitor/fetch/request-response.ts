import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import type { BodyReader } from '../../core/wire/read-text.js';

/** By the standard of fetch, responses with these statuses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Sends a request with undici's `request`, once. Rejects like the standard fetch: with the reason of the signal, or a
 * TypeError and its cause.
 *
 * The response has the members that the client and the usage sources read. `new Response` and its web stream take longer
 * than the request.
 */
export async function requestResponse(agent: Dispatcher, url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET', body, signal } = init;
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new TypeError('The body of a request must be a string.');
  const { origin, pathname, search } = new URL(url);
  const failure = (cause: unknown): unknown =>
    signal?.aborted === true ? signal.reason : new TypeError('fetch failed', { cause });
  const answer = await request
    .call(agent, {
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: headersToSend(init.headers),
      body: body ?? null,
      signal: signal ?? null,
    })
    .catch((cause: unknown) => {
      throw failure(cause);
    });
  const { statusCode: status, headers: received } = answer;
  // Each reader gets the error. Without a listener, the error of a body that nothing reads would end the process.
  answer.body.on('error', () => {});
  const response = {
    status,
    ok: status >= 200 && status < 300,
    redirected: false,
    type: 'basic',
    body: WITHOUT_BODY.has(status) ? null : bodyOf(answer.body, received['content-encoding'], failure),
    // A success is decoded without its headers.
    get headers() {
      return receivedHeaders(received);
    },
  };
  if (response.body === null) answer.body.resume();
  return response as unknown as Response;
}

function bodyOf(raw: Readable, encoding: string | readonly string[] = [], failure: (cause: unknown) => unknown) {
  const cancel = async (): Promise<void> => void raw.destroy();
  return {
    cancel,
    getReader(): BodyReader {
      let chunks: AsyncIterator<Uint8Array> | undefined;
      return {
        cancel,
        async read() {
          chunks ??= decode(raw, [encoding].flat().join())[Symbol.asyncIterator]();
          try {
            return (await chunks.next()) as Awaited<ReturnType<BodyReader['read']>>;
          } catch (cause) {
            throw failure(cause);
          }
        },
      };
    },
  };
}

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate };

/** Each decoder takes memory for its window. */
const MAX_CODINGS = 5;

/** No request asks for compression, but some servers compress always. Reading limits what a small body expands to. */
function decode(raw: Readable, encoding: string): Readable {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS || codings.some((coding) => !Object.hasOwn(DECODERS, coding)))
    throw new TypeError(`The content encoding is not supported: ${encoding}.`);
  // The last coding was applied last.
  return codings.reduceRight<Readable>(
    (source, coding) => pipeline(source, DECODERS[coding as keyof typeof DECODERS](), () => {}),
    raw,
  );
}

function headersToSend(given: HeadersInit = {}): Record<string, string> {
  // The client gives plain objects, except for a create.
  const named = Symbol.iterator in given ? Object.fromEntries(new Headers(given)) : given;
  return { ...named, 'user-agent': 'fleetglass' };
}

function receivedHeaders(received: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}
