import type { FleetIssue } from '../../core/shared/fleet-error.js';

/** One line of text: `platform: expected ("aws" | "gcp"); budget: expected int64`. */
export function describeIssues(issues: readonly FleetIssue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}
