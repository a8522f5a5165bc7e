import { parseJson } from '../core/wire/parse-json.js';
import { cancelQuietly, readText, TooLarge, UnusableAnswer } from '../core/wire/read-text.js';
import { Interruption, withDeadline, type Deadline } from '../core/wire/deadline.js';
import { Refused } from './refused.js';

/** A hundred times the size of a usual create request. */
const MAX_BODY_BYTES = 64 * 1024;

const NOT_JSON = 'the body is not JSON in UTF-8';
const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Reads the body, which must be JSON: pages of other origins need a preflight for it. @throws Refused 400, 408, 413 or 415 */
export async function readBody(request: Request, deadline: Deadline, limitBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get('content-type')?.trim() ?? ''))
    throw new Refused(415, 'expected content-type application/json');
  if (request.bodyUsed) throw new TypeError('authorize has read the body; it must leave the body unread');
  const reader = request.body?.getReader();
  const read = async (): Promise<string> => (reader ? readText(reader, limitBytes) : '');
  const lateError = (): Error => new Refused(408, 'the body did not arrive in time');
  const text = await withDeadline(deadline, read, lateError).catch((failure: unknown) => {
    cancelQuietly(reader ?? null);
    throw problemOf(failure, limitBytes);
  });
  const value = parseJson(text);
  if (value === undefined) throw new Refused(400, NOT_JSON);
  return value;
}

function problemOf(failure: unknown, limitBytes: number): Error {
  if (failure instanceof Interruption || failure instanceof Refused) return failure;
  if (failure instanceof TooLarge) return new Refused(413, `the body is larger than ${limitBytes} bytes`);
  return new Refused(400, failure instanceof UnusableAnswer ? NOT_JSON : 'the body ended early');
}
