import { identifierProblem } from '../api/identifier.js';
import { FleetError, type FleetIssue } from '../shared/fleet-error.js';

/**
 * Reads one id, or several, without doubles.
 *
 * @throws FleetError `invalid-request`, naming each that cannot be an id.
 */
export function checkIds(ids: unknown): readonly string[] {
  if (typeof ids === 'string') return [checkId(ids)];
  const list = readList(ids);
  const issues = list.flatMap((id, at) => issueOf(id, `ids[${at}]`));
  if (issues.length > 0) throw refusal(issues);
  return [...new Set(list as string[])];
}

/** @throws FleetError `invalid-request` */
export function checkId(id: unknown): string {
  const issues = issueOf(id, 'id');
  if (issues.length > 0) throw refusal(issues);
  return id as string;
}

function readList(ids: unknown): unknown[] {
  try {
    if (typeof ids === 'object') return [...(ids as Iterable<unknown>)];
  } catch {
    // It cannot be walked through, or not to its end.
  }
  throw refusal([{ path: 'ids', message: 'expected an id, or several' }]);
}

function issueOf(id: unknown, path: string): FleetIssue[] {
  const message = identifierProblem(id);
  return message === undefined ? [] : [{ path, message }];
}

/** An error for a hundred thousand wrong ids must not be a megabyte long. */
const MAX_NAMED = 10;

function refusal(issues: readonly FleetIssue[]): FleetError {
  const named = issues.slice(0, MAX_NAMED).map(({ path, message }) => `${path}: ${message}`);
  const rest = issues.length > MAX_NAMED ? [`and ${issues.length - MAX_NAMED} more`] : [];
  return new FleetError('invalid-request', 'get-database', [...named, ...rest].join('; '), { issues });
}
