import type { FleetIssue } from '../../core/shared/fleet-error.js';

/**
 * The control API refused a request, or could not be reached. The error holds no token, no header, no body and no
 * `cause`.
 *
 * @example
 * ```ts
 * try {
 *   await control.databases.set('no-such-id', { state: 'suspended' });
 * } catch (error) {
 *   if (error instanceof ControlError && error.status === 404) console.log('there is no such database');
 *   else throw error;
 * }
 * ```
 */
export class ControlError extends Error {
  /** HTTP status. Absent without an answer. */
  readonly status?: number;
  /** The invalid paths of the request. Empty for other failures. */
  readonly issues: readonly FleetIssue[];

  constructor(message: string, facts: { status?: number; issues?: readonly FleetIssue[] } = {}) {
    super(`control: ${message}`);
    this.name = 'ControlError';
    if (facts.status !== undefined) this.status = facts.status;
    this.issues = facts.issues ?? [];
  }
}
