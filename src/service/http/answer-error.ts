import type { HTTPError } from 'h3';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { DirectoryLost } from '../account/record-store.js';
import { refuse } from './json-answer.js';

/** Answers an error of a handler. The answer describes an error of the client, and never an error of the service. */
export function answerError(error: HTTPError, onNotice: (message: string) => void): Response {
  const { status, message, headers, data } = error;
  if (!error.unhandled) return refuse({ status, error: message, headers, issues: data as FleetIssue[] | undefined });
  if (!(error.cause instanceof DirectoryLost)) onNotice(`A request failed: ${message}`);
  return refuse({ status: 500, error: 'the service failed' });
}
