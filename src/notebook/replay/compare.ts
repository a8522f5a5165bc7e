import { isObject } from '../../core/shared/is-object.js';
import { readOptions, checkOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Display } from '../display/display.js';
import type { History } from '../history/history.js';
import { showGroups, showPolicies } from './policy-displays.js';
import { showPoliciesPlot } from './policy-plot.js';
import { replay } from './replay.js';
import { compareSchema, policySchema, type CompareOptions, type PollingPolicy } from './replay-options.js';
import type { ReplayResult } from './replay-result.js';

/** The results of several polling policies on one history. It is shown as a table, with one row for each policy. */
export interface PolicyComparison extends Display {
  /** The results by the name of the policy, in the order of the policies. */
  readonly results: Readonly<Record<string, ReplayResult>>;
  /** The results by kind of change and by field, as a table with several rows for each policy. */
  readonly groups: Display;
  /** The share of the changes in time against the requests per second, with one point and an interval for each policy. */
  readonly plot: Display;
}

/**
 * Replays a history with each of several polling policies, one after the other, and reports which share of the changes each
 * shows within a deadline. Changes that a policy never shows are late.
 *
 * @param policies by name; `{}` is the default policy of a fleet
 * @throws FleetError as `replay`; `issues` name the policy
 * @example
 * ```ts
 * const comparison = await compare(history, {
 *   default: {},
 *   'every 30 s': { cadence: () => 30_000, gate: { perSecond: 40 } },
 * }, { within: 10_000 });
 * comparison; // as the last value of a cell: a table
 * comparison.plot;
 * ```
 */
export async function compare(
  history: History,
  policies: Readonly<Record<string, PollingPolicy>>,
  options: CompareOptions = {},
): Promise<PolicyComparison> {
  const entries = isObject(policies) ? Object.entries(policies) : [];
  refuseIssues('configure', [
    ...issueUnless(entries.length > 0, 'policies', 'expected an object with at least one policy by its name'),
    ...entries.flatMap(([name, policy]) => readOptions(policySchema, policy, `policies.${name}`).issues),
  ]);
  // Each replay checks the ids.
  const shared = checkOptions('configure', compareSchema, options) as CompareOptions;
  const results: [name: string, result: ReplayResult][] = [];
  for (const [name, { cadence, gate }] of entries) {
    const onProgress = (share: number): void => shared.onProgress?.((results.length + share) / entries.length);
    results.push([name, await replay(history, { ...shared, onProgress, cadence, gate })]);
  }
  return {
    ...showPolicies(results),
    results: Object.freeze(Object.fromEntries(results)),
    groups: showGroups(results),
    plot: showPoliciesPlot(results),
  };
}
