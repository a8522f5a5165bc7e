import { inspectNames } from '../api/inspect-names.js';
import { issueUnless, refuseIssues } from '../api/inspect-call.js';
import { readMembers } from '../api/read-members.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import type { Cadence } from './cadence.js';
import type { Absence } from './presence.js';

/** How often, how fast, and when not. */
export interface PollingOptions {
  /** How often each thing is polled. @default cadence */
  readonly cadence?: Cadence | undefined;
  /** Most requests in flight at once. @default 8 */
  readonly concurrency?: number | undefined;
  /** Most requests a second in the long run, those that users ask for included. @default 10 */
  readonly perSecond?: number | undefined;
  /** Most requests at once after a rest. @default 20 */
  readonly burst?: number | undefined;
  /** Polls also while the page is hidden, or offline: say so where nobody has to look, or where the service is on loopback. @default [] */
  readonly pollWhile?: readonly Absence[] | undefined;
}

const NAMES = ['cadence', 'concurrency', 'perSecond', 'burst', 'pollWhile'];
const ABSENCES: readonly unknown[] = ['hidden', 'offline'] satisfies Absence[];

/**
 * Reads the options of the polling, each once, and checks them.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function readPollingOptions(options: PollingOptions = {}): PollingOptions {
  const given = readMembers(options, NAMES);
  refuseIssues('configure', (given === undefined ? [NO_OBJECT] : inspect(options, given)).map(inPolling));
  return given as PollingOptions;
}

const NO_OBJECT: FleetIssue = { path: '', message: 'expected an object of options' };

function inPolling({ path, message }: FleetIssue): FleetIssue {
  return { path: path === '' ? 'polling' : `polling.${path}`, message };
}

function inspect(options: object, given: Readonly<Record<string, unknown>>): FleetIssue[] {
  const { cadence, concurrency, perSecond, burst, pollWhile }: { readonly [name: string]: unknown } = given;
  return [
    ...inspectNames(options, NAMES),
    ...issueUnless(cadence === undefined || typeof cadence === 'function', 'cadence', 'expected a function'),
    ...issueUnless(isWhole(concurrency), 'concurrency', 'expected an integer, 1 or more'),
    ...issueUnless(isRate(perSecond), 'perSecond', 'expected a number, more than 0'),
    ...issueUnless(isWhole(burst), 'burst', 'expected an integer, 1 or more'),
    ...issueUnless(isListOfAbsences(pollWhile), 'pollWhile', 'expected a list of "hidden" | "offline"'),
  ];
}

function isWhole(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 1);
}

function isRate(value: unknown): boolean {
  return value === undefined || (Number.isFinite(value) && (value as number) > 0);
}

function isListOfAbsences(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((each) => ABSENCES.includes(each)));
}
