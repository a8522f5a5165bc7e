import { HTTPError } from 'h3';

/** Far above any create request, and small enough for many requests at once in memory. */
const MAX_BODY_BYTES = 1024 * 1024;

/** @throws HTTPError 415 for a type other than JSON in UTF-8, 413 for a body too large, 400 if it is not text */
export async function readJsonText(request: Request): Promise<string> {
  const unsupported = unsupportedReason(request.headers);
  if (unsupported !== undefined) throw new HTTPError({ status: 415, message: unsupported });
  const bytes = await readBytes(request);
  if (bytes.length === 0) throw new HTTPError({ status: 400, message: 'the body is empty' });
  return decode(bytes);
}

function unsupportedReason(headers: Headers): string | undefined {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return 'expected content-type application/json';
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return 'expected charset utf-8';
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? undefined : 'expected no content-encoding';
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = new HTTPError({ status: 413, message: `the body is larger than ${MAX_BODY_BYTES} bytes` });
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) throw tooLarge;
  const reader = request.body?.getReader();
  // Firefox has no stream of the body of a request.
  if (reader === undefined) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new HTTPError({ status: 400, message: 'the body ended early' });
    });
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      void discardRest(reader);
      throw tooLarge;
    }
    chunks.push(value);
  }
}

/** Cancelling would reset the connection before the client has read the answer. The server closes it soon after. */
async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client has gone.
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HTTPError({ status: 400, message: 'the body is not UTF-8' });
  }
}

/** @param parse returns `undefined` for invalid JSON. @throws HTTPError 400 */
export function parseBody(text: string, parse: (text: string) => unknown): unknown {
  const body = parse(text);
  if (body === undefined) throw new HTTPError({ status: 400, message: 'the body is not JSON' });
  return body;
}
