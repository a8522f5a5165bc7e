import type { FleetIssue } from '../../core/shared/fleet-error.js';

/**
 * The control face refused a request, or could not be reached. Built from harmless facts only, like `FleetError`: the
 * token, the headers and what was sent are not in it, and it has no `cause`.
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
  /** HTTP status; absent where there was no answer, or nothing was sent. */
  readonly status?: number;
  /** Each thing that is wrong with the request; empty where that is not the matter. */
  readonly issues: readonly FleetIssue[];

  constructor(message: string, facts: { status?: number; issues?: readonly FleetIssue[] } = {}) {
    super(`control: ${message}`);
    this.name = 'ControlError';
    if (facts.status !== undefined) this.status = facts.status;
    this.issues = facts.issues ?? [];
  }
}
