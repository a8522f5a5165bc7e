import { STATUS_CODES } from 'node:http';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { stringifyExactJson } from '../exact-json.js';

/** What an answer that is not a success says. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly issues?: readonly FleetIssue[] | undefined;
  readonly headers?: HeadersInit | undefined;
}

/** An answer in JSON. Nothing keeps it: records hold passwords. */
export function jsonAnswer(
  value: unknown,
  init: { status?: number; headers?: HeadersInit | undefined } = {},
): Response {
  const { status = 200 } = init;
  const body = Buffer.from(stringifyExactJson(value));
  const headers = new Headers(init.headers);
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(body.length));
  headers.set('cache-control', 'no-store');
  return new Response(body, { status, statusText: STATUS_CODES[status] ?? '', headers });
}

/** An answer that says what is wrong (design.md, section 7: `{"error": "…"}`), and where, if that is known. */
export function refuse({ status, error, issues, headers }: Refusal): Response {
  return jsonAnswer({ error, issues }, { status, headers });
}
