import type { HTTPError } from 'h3';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { answerJson } from '../../http/refuse.js';
import { stringifyExactJson } from '../shared/exact-json.js';

export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly issues?: readonly FleetIssue[] | undefined;
  readonly headers?: HeadersInit | undefined;
}

export function jsonAnswer(value: unknown): Response {
  return answerJson(200, stringifyExactJson(value));
}

/** An error answer in JSON, `{"error": "…"}`, with the invalid paths in `issues` if they are known. */
export function refuse({ status, error, issues, headers }: Refusal): Response {
  return answerJson(status, stringifyExactJson({ error, issues }), headers);
}

/** Answers an error of a handler. The answer describes an error of the client, and never an error of the service. */
export function answerError(error: HTTPError, onNotice: (message: string) => void): Response {
  const { status, message, headers, data } = error;
  if (!error.unhandled) return refuse({ status, error: message, headers, issues: data as FleetIssue[] | undefined });
  onNotice(`A request failed: ${message}`);
  return refuse({ status: 500, error: 'the service failed' });
}
