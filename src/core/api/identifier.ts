import type { FleetIssue } from '../shared/fleet-error.js';
import { issueOf } from './refuse-issues.js';

/** Far above any identifier the service gives, and short enough for every URL. */
const MAX_LENGTH = 256;

/**
 * Says why `id` cannot be used in a path, or nothing if it can. Everything that a URL could read as another path is
 * refused: dot segments, separators, control characters, lone surrogates.
 */
export function identifierProblem(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'expected a string';
  if (id === '') return 'must not be empty';
  if (id.length > MAX_LENGTH) return `must not be longer than ${MAX_LENGTH} characters`;
  if (id === '.' || id === '..') return 'must not be a dot segment';
  if (/[/\\]/.test(id)) return 'must not contain a path separator';
  if (/[\p{Cc}\p{Cs}]/u.test(id)) return 'must not contain control characters';
  return undefined;
}

/** Says what is wrong with the id that is at `path` of what was given. */
export function inspectId(id: unknown, path = 'id'): FleetIssue[] {
  return issueOf(identifierProblem(id), path);
}
