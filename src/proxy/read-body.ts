import { cancelQuietly } from '../core/wire/read-text.js';
import { Interruption, withDeadline, type Deadline } from '../core/wire/deadline.js';
import { Refused } from './refused.js';

/** A hundred times the size of a usual create request. */
const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Reads the body, which must be JSON: pages of other origins need a preflight for it. @throws Refused 400, 408, 413 or 415 */
export async function readBody(request: Request, deadline: Deadline, limitBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get('content-type')?.trim() ?? ''))
    throw new Refused(415, 'expected content-type application/json');
  if (request.bodyUsed) throw new TypeError('authorize has read the body; it must leave the body unread');
  const bytes = await readWithDeadline(request, deadline, limitBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refused(400, 'the body is not JSON in UTF-8');
  }
}

async function readWithDeadline({ body }: Request, deadline: Deadline, limitBytes: number): Promise<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const lateError = (): Error => new Refused(408, 'the body did not arrive in time');
  try {
    return await withDeadline(deadline, () => readBytes(reader, limitBytes), lateError);
  } catch (failure) {
    cancelQuietly(reader);
    if (failure instanceof Interruption || failure instanceof Refused) throw failure;
    throw new Refused(400, 'the body ended early');
  }
}

async function readBytes(reader: ReadableStreamDefaultReader<Uint8Array>, limitBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(limitBytes);
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, size);
    if (size + value.byteLength > limitBytes) throw new Refused(413, `the body is larger than ${limitBytes} bytes`);
    bytes.set(value, size);
    size += value.byteLength;
  }
}
