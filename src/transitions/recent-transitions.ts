import { inspectId, issueUnless, refuseIssues } from '../api/inspect-call.js';
import { inspectNames } from '../api/inspect-names.js';
import { readMembers } from '../api/read-members.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { isSameList } from '../shared/is-same-list.js';
import type { Commits } from '../state/commits.js';
import { derive } from '../state/derive.js';
import type { View } from '../state/view.js';
import type { TransitionHistory } from './transition-history.js';
import type { Transition } from './transition.js';

export interface RecentTransitionsOptions {
  /** Of one database alone. @default all */
  readonly id?: string | undefined;
  /** How many at most, 0 or more. @default 50 */
  readonly limit?: number | undefined;
}

const NAMES = ['id', 'limit'];
const DEFAULT_LIMIT = 50;

/**
 * Makes a view of the last transitions, newest first.
 *
 * @param latest changes with each transition.
 * @throws FleetError `invalid-request` with all issues
 */
export function createRecentTransitions(
  commits: Commits,
  latest: View<number>,
  history: TransitionHistory,
  options: RecentTransitionsOptions = {},
): View<readonly Transition[]> {
  const { id, limit = DEFAULT_LIMIT } = checkRecent(options);
  return derive(commits, [latest], (): readonly Transition[] => history.newest(limit, id), isSameList);
}

/** Reads the options, each once, and checks them. */
function checkRecent(options: object): RecentTransitionsOptions {
  const given = readMembers(options, NAMES);
  refuseIssues(
    'configure',
    given === undefined
      ? [{ path: '', message: 'expected an object of options' }]
      : [...inspectOptions(given), ...inspectNames(options, NAMES)],
  );
  return given as RecentTransitionsOptions;
}

function inspectOptions({ id, limit }: { readonly [name: string]: unknown }): FleetIssue[] {
  return [
    ...(id === undefined ? [] : inspectId(id)),
    ...issueUnless(
      limit === undefined || (Number.isSafeInteger(limit) && (limit as number) >= 0),
      'limit',
      'expected an integer, 0 or more',
    ),
  ];
}
