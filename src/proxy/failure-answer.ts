import { Interruption } from '../core/wire/deadline.js';
import { detailOf, FleetError, type FleetErrorCode } from '../core/shared/fleet-error.js';
import { jsonAnswer, retryAfterHeader } from './json-answer.js';
import { Refused } from './refused.js';

/** The visitor has left; the status is for the server's log only. */
const CLIENT_CLOSED_REQUEST = 499;

/** A create was not sent. After a 5xx, the page's client would report that its outcome is unknown. */
export const NOT_SENT = 409;

/** The codes of creates that were not sent. Later failures of a create are refusals, or have an unknown outcome. */
const UNSENT: ReadonlySet<FleetErrorCode> = new Set(['unavailable', 'timeout', 'invalid-request']);

/** The response to a failed request: only the proxy's own words, and for a 4xx the redacted words of the service. */
export function failureAnswer(failure: unknown): Response {
  const { status, message, headers, issues } = failure instanceof Refused ? failure : toRefused(failure);
  return jsonAnswer(status, JSON.stringify({ error: message, issues }), headers);
}

function toRefused(failure: unknown): Refused {
  if (failure instanceof Interruption) return new Refused(CLIENT_CLOSED_REQUEST, 'aborted by the caller');
  if (!(failure instanceof FleetError)) return new Refused(500, 'the proxy failed');
  const status = statusOf(failure);
  const { retryAfterMs } = failure;
  const hasRetryAfter = retryAfterMs !== undefined && (status === 429 || status === 503);
  const headers = hasRetryAfter ? retryAfterHeader(retryAfterMs) : {};
  return new Refused(status, wordsOf(failure, status), { headers });
}

/** The visitor's client adds the operation and the status. Problems of the settings are for the server only. */
function wordsOf(failure: FleetError, shownStatus: number): string {
  const { code, status = 0 } = failure;
  if (code === 'invalid-request') return 'the proxy is not configured correctly';
  const words = detailOf(failure);
  const mark = `(status ${status})`;
  const end = words.indexOf(mark);
  if (end < 0) return words;
  const summary = words.slice(0, end);
  // The service's words follow the status. Only words that explain a 4xx are for the visitor.
  const serviceWords = status >= 400 && status < 500 ? words.slice(end + mark.length) : '';
  if (status !== shownStatus || summary !== 'refused ') return summary + mark + serviceWords;
  return serviceWords.slice(': '.length) || 'refused by the service';
}

/** The status from which the page's client derives the same code, if there is one. */
function statusOf({ code, operation, status = 500 }: FleetError): number {
  if (operation === 'create-database' && UNSENT.has(code)) return NOT_SENT;
  if (code === 'rejected') return ASKS_AGAIN.has(status) ? 502 : status;
  if (code === 'unavailable' || code === 'outcome-unknown') return status === 503 || status === 504 ? status : 502;
  return STATUSES[code] ?? status;
}

/** The statuses of codes that do not keep the status of the service. */
const STATUSES: Readonly<Partial<Record<FleetErrorCode, number>>> = {
  'rate-limited': 429,
  'invalid-request': 500,
  timeout: 504,
  aborted: CLIENT_CLOSED_REQUEST,
  'bad-response': 502,
  disposed: 502,
};

/** A browser reacts to these statuses by itself: it asks for the password of a proxy, or sends the request again. */
const ASKS_AGAIN = new Set([407, 421, 425]);
