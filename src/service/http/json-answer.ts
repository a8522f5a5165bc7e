import type { HTTPError } from 'h3';
import { answerJson, refuse } from '../../http/refuse.js';
import { stringifyExactJson } from '../shared/exact-json.js';

export function jsonAnswer(value: unknown): Response {
  return answerJson(200, stringifyExactJson(value));
}

/** Answers an error of a handler. The answer describes an error of the client, and never an error of the service. */
export function answerError(error: HTTPError, onNotice: (message: string) => void): Response {
  const { status, message, headers, data: issues } = error;
  if (!error.unhandled) return answerJson(status, JSON.stringify({ error: message, issues }), headers);
  onNotice(`A request failed: ${message}`);
  return refuse(500, 'the service failed');
}
