import { FleetError, type FleetErrorCode, type Operation } from '../shared/fleet-error.js';
import { isObject } from '../shared/is-object.js';
import { parseJson } from './parse-json.js';
import { parseRetryAfter } from './retry-after.js';

/** The error for a response that is not a success. @param serviceMessage the service's message, redacted */
export function refusalOf(response: Response, operation: Operation, nowMs: number, serviceMessage = ''): FleetError {
  const { status, headers } = response;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs);
  const message = `${summaryOf(response)} (status ${status})${serviceMessage === '' ? '' : `: ${serviceMessage}`}`;
  return new FleetError(codeOfStatus(status), operation, message, { status, retryAfterMs });
}

/** The code for a status that is not a success. api.md documents no error statuses, so HTTP's meanings apply. */
function codeOfStatus(status: number): FleetErrorCode {
  if (status >= 500) return 'unavailable';
  return CODES[status] ?? (status >= 400 ? 'rejected' : 'bad-response');
}

const CODES: Readonly<Record<number, FleetErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'unavailable',
  429: 'rate-limited',
};

function summaryOf({ type, status, redirected }: Response): string {
  // In browsers a refused redirect is a response of type `opaqueredirect` with status 0.
  const isRedirect = redirected || (status >= 300 && status < 400 && status !== 304);
  if (type === 'opaqueredirect' || isRedirect) return 'redirects are refused';
  return status >= 400 ? 'refused' : 'not a response that the API documents';
}

/** The service's message in a refusal: the string `error` or `message` of a JSON body, if there is one. */
export function serviceMessageOf(body: string): string | undefined {
  const value = parseJson(body);
  return isObject(value) ? [value['error'], value['message']].find((text) => typeof text === 'string') : undefined;
}
