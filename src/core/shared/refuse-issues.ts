import { FleetError, type FleetIssue, type Operation } from './fleet-error.js';
import { memberPath } from './member-path.js';

/** Limits the message: an error for 100,000 invalid ids must not be a megabyte long. */
const MAX_NAMED = 10;

/** @throws FleetError `invalid-request` with all issues, if there is one */
export function refuseIssues(operation: Operation, issues: readonly FleetIssue[]): void {
  if (issues.length > 0) throw invalidRequest(operation, issues);
}

export function invalidRequest(operation: Operation, issues: readonly FleetIssue[]): FleetError {
  const named = describeIssues(issues.slice(0, MAX_NAMED));
  const rest = issues.length > MAX_NAMED ? `; and ${issues.length - MAX_NAMED} more` : '';
  return new FleetError('invalid-request', operation, named + rest, { issues });
}

export function issuesOf(check: () => unknown): readonly FleetIssue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof FleetError && error.issues !== undefined) return error.issues;
    throw error;
  }
}

/** One line of text: `platform: expected ("aws" | "gcp"); budget: expected int64`. */
export function describeIssues(issues: readonly FleetIssue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}

export function issuesIn(path: string, issues: readonly FleetIssue[]): FleetIssue[] {
  return issues.map((issue) => ({ path: memberPath(path, issue.path), message: issue.message }));
}

export function issueOf(problem: string | undefined, path: string): FleetIssue[] {
  return problem ? [{ path, message: problem }] : [];
}

export function issueUnless(isRight: boolean, path: string, problem: string): FleetIssue[] {
  return issueOf(isRight ? undefined : problem, path);
}
