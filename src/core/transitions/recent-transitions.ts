import { inspectId } from '../api/identifier.js';
import { readOptions, type OptionRules } from '../api/read-options.js';
import { refuseIssues } from '../api/refuse-issues.js';
import { isSameList } from '../shared/is-same-list.js';
import type { Commits } from '../state/commits.js';
import { derive } from '../state/derive.js';
import type { View } from '../state/view.js';
import type { TransitionHistory } from './transition-history.js';
import type { Transition } from './transition.js';

/** The options of `fleet.transitions.recent`. */
export interface RecentTransitionsOptions {
  /** Only the transitions of this database. @default all databases */
  readonly id?: string | undefined;
  /** Maximum number of transitions, 0 or more. @default 50 */
  readonly limit?: number | undefined;
}

const RECENT_OPTIONS: OptionRules = {
  id: undefined,
  limit: [(value) => Number.isSafeInteger(value) && (value as number) >= 0, 'an integer, 0 or more'],
};
const DEFAULT_LIMIT = 50;

/**
 * Makes a view of the last transitions, newest first.
 *
 * @param latest a view that changes with each transition.
 * @throws FleetError `invalid-request` with all issues.
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

/** Checks the options. Reads each option once. */
function checkRecent(options: RecentTransitionsOptions): RecentTransitionsOptions {
  const { given, issues } = readOptions(options, RECENT_OPTIONS);
  refuseIssues('configure', [...(given?.id === undefined ? [] : inspectId(given.id)), ...issues]);
  return given as RecentTransitionsOptions;
}
