import { inspectId, isAbortSignal, issueUnless, refuseIssues } from '../api/inspect-call.js';
import { inspectNames } from '../api/inspect-names.js';
import { readMembers } from '../api/read-members.js';
import type { FleetIssue } from '../shared/fleet-error.js';

const DEFAULT_TIMEOUT_MS = 300_000;

const OPTIONS = ['timeoutMs', 'signal'];

/**
 * Reads the options of a wait, each once, and checks them together with its arguments.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function checkWait(
  id: unknown,
  predicate: unknown,
  options: object = {},
): { readonly timeoutMs: number; readonly signal: AbortSignal | undefined } {
  const given = readMembers(options, OPTIONS);
  refuseIssues('get-database', [
    ...inspectId(id),
    ...issueUnless(typeof predicate === 'function', 'predicate', 'expected a function'),
    ...(given === undefined
      ? [{ path: '', message: 'expected an object of options' }]
      : [...inspectOptions(given), ...inspectNames(options, OPTIONS)]),
  ]);
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = given as { timeoutMs?: number; signal?: AbortSignal };
  return { timeoutMs, signal };
}

function inspectOptions({ timeoutMs, signal }: { readonly [name: string]: unknown }): FleetIssue[] {
  return [
    ...issueUnless(
      timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs > 0),
      'timeoutMs',
      'expected milliseconds, more than 0',
    ),
    ...issueUnless(signal === undefined || isAbortSignal(signal), 'signal', 'expected an AbortSignal'),
  ];
}
