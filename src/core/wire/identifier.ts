import type { FleetIssue } from '../shared/fleet-error.js';
import { issueOf } from '../shared/refuse-issues.js';

/** Much longer than any id of the service, and short enough for every URL. */
const MAX_LENGTH = 256;

/** The reason why `id` cannot be used in a path; `undefined` for a valid id, which cannot change the path of a URL. */
export function identifierProblem(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'expected a string';
  if (id === '') return 'must not be empty';
  if (id.length > MAX_LENGTH) return `must not be longer than ${MAX_LENGTH} characters`;
  if (id === '.' || id === '..') return 'must not be a dot segment';
  if (/[/\\]/.test(id)) return 'must not contain a path separator';
  if (/[\p{Cc}\p{Cs}]/u.test(id)) return 'must not contain control characters or lone surrogates';
  return undefined;
}

/** Decodes an id in a path; `undefined` if it is not encoded as in a URL. */
export function decodeIdentifier(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

export function inspectId(id: unknown, path = 'id'): FleetIssue[] {
  return issueOf(identifierProblem(id), path);
}
