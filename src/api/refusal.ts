import type { FleetErrorCode } from '../shared/fleet-error.js';
import { isObject } from './inspect.js';

/** The code for a status that is not a success. api.md documents none, so these are HTTP's own meanings. */
export function codeOfStatus(status: number): FleetErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'bad-response';
}

/** What the service says of its refusal: the string `error` or `message` of a JSON body, if there is one. */
export function detailOf(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return undefined;
    return [value['error'], value['message']].find((text) => typeof text === 'string');
  } catch {
    return undefined;
  }
}
