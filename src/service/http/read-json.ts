import { HTTPError } from 'h3';
import { readText, TooLarge } from '../../core/wire/read-text.js';
import { parseExactJson } from '../shared/exact-json.js';

/** Far above any create request, and small enough for many requests at once in memory. */
const MAX_BODY_BYTES = 1024 * 1024;

/** @throws HTTPError 415 for a type other than JSON, 413 for a body too large, 400 for a body that is not JSON */
export async function readJson(request: Request): Promise<unknown> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new HTTPError({ status: 415, message: 'expected content-type application/json' });
  // Firefox has no stream of the body of a request.
  const stream = request.body ?? (await request.blob()).stream();
  const reader = stream.getReader();
  const text = await readText(reader, MAX_BODY_BYTES).catch((error: unknown) => {
    // Cancelling would reset the connection before the client has read the answer. The server closes it soon after.
    reader.releaseLock();
    stream.pipeTo(new WritableStream()).catch(() => {});
    throw problemOf(error);
  });
  const body = parseExactJson(text);
  if (body === undefined) throw new HTTPError({ status: 400, message: NOT_JSON });
  return body;
}

const NOT_JSON = 'the body is not JSON in UTF-8';

function problemOf(error: unknown): HTTPError {
  return error instanceof TooLarge
    ? new HTTPError({ status: 413, message: `the body is larger than ${MAX_BODY_BYTES} bytes` })
    : new HTTPError({ status: 400, message: NOT_JSON });
}
