import { inspectId } from '../api/identifier.js';
import { callRules, readCallOptions } from '../api/inspect-call.js';
import type { OptionRules } from '../api/read-options.js';
import { issueUnless, refuseIssues } from '../api/refuse-issues.js';

const DEFAULT_TIMEOUT_MS = 300_000;

const WAIT_OPTIONS: OptionRules = {
  timeoutMs: [(value) => typeof value === 'number' && value > 0, 'milliseconds, more than 0'],
  ...callRules,
};

/**
 * Checks the arguments of `waitFor`. Reads each option once.
 *
 * @throws FleetError `invalid-request` with all issues.
 */
export function checkWait(
  id: unknown,
  predicate: unknown,
  options?: { readonly timeoutMs?: number | undefined; readonly signal?: AbortSignal | undefined },
): { readonly timeoutMs: number; readonly signal: AbortSignal | undefined } {
  const { given, issues } = readCallOptions(options, WAIT_OPTIONS);
  refuseIssues('get-database', [
    ...inspectId(id),
    ...issueUnless(typeof predicate === 'function', 'predicate', 'expected a function'),
    ...issues,
  ]);
  return { timeoutMs: given?.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal: given?.signal };
}
