import type { HTTPError } from 'h3';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { DirectoryLost } from '../account/record-store.js';
import { stringifyExactJson } from '../shared/exact-json.js';

/** An error answer. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly issues?: readonly FleetIssue[] | undefined;
  readonly headers?: HeadersInit | undefined;
}

/** An answer in JSON. No cache may store the answer, because records hold passwords. */
export function jsonAnswer(
  value: unknown,
  init: { status?: number; headers?: HeadersInit | undefined } = {},
): Response {
  const { status = 200 } = init;
  const body = new TextEncoder().encode(stringifyExactJson(value));
  const headers = new Headers(init.headers);
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(body.length));
  headers.set('cache-control', 'no-store');
  return new Response(body, { status, statusText: reasonPhrases[status] ?? '', headers });
}

/** An error answer in JSON, `{"error": "…"}`, with the invalid paths in `issues` if they are known. */
export function refuse({ status, error, issues, headers }: Refusal): Response {
  return jsonAnswer({ error, issues }, { status, headers });
}

/** Answers an error of a handler. The answer describes an error of the client, and never an error of the service. */
export function answerError(error: HTTPError, onNotice: (message: string) => void): Response {
  const { status, message, headers, data } = error;
  if (!error.unhandled) return refuse({ status, error: message, headers, issues: data as FleetIssue[] | undefined });
  if (!(error.cause instanceof DirectoryLost)) onNotice(`A request failed: ${message}`);
  return refuse({ status: 500, error: 'the service failed' });
}

/** The reason phrases of the statuses that the service sends, and that a fault often sends (RFC 9110, section 15). */
const reasonPhrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
