import { FleetError, type FleetIssue } from '../../../core/shared/fleet-error.js';
import type { MetricsOptions } from '../../../monitor/metrics/metrics.js';
import { readMetricsOptions } from '../../../monitor/metrics/read-metrics-options.js';
import { readRules } from '../../../monitor/rules/read-rules.js';
import type { Rule } from '../../../monitor/rules/rule.js';
import type { ChannelConfig } from './channel-schema.js';
import { createChannel, memberOfChannel } from './create-channel.js';
import type { MemberPath } from './document.js';
import type { MemberProblem } from './expand-variables.js';
import { memberOfRule } from './rule-schema.js';
import { parsePath } from './schema-problems.js';

/** Lists the problems that the monitor finds in rules, such as a clear ratio above the ratio. */
export function inspectRules(rules: readonly Rule[]): MemberProblem[] {
  return issuesOf(() => readRules(rules)).map(({ path, message }) => {
    const [section = 'rules', at = 0, member, ...rest] = parsePath(path);
    return {
      path: member === undefined ? [section, at] : [section, at, memberOfRule(String(member)), ...rest],
      message,
    };
  });
}

/** Lists the problems that a channel finds in its options, such as an address of http with a password. */
export function inspectChannelOptions(channel: ChannelConfig, at: MemberPath): MemberProblem[] {
  return issuesOf(() => createChannel(channel, () => {})).map(({ path, message }) => {
    const [member, ...rest] = parsePath(path);
    return { path: member === undefined ? at : [...at, memberOfChannel(String(member)), ...rest], message };
  });
}

/** Lists the problems that the metrics find in their options, such as a label that is taken. */
export function inspectMetrics({ seriesPerResource, fields, labels, process }: MetricsOptions): MemberProblem[] {
  return issuesOf(() => readMetricsOptions({ seriesPerResource, fields, labels, process })).map(
    ({ path, message }) => ({
      path: parsePath(path),
      message,
    }),
  );
}

function issuesOf(make: () => unknown): readonly FleetIssue[] {
  try {
    make();
    return [];
  } catch (error) {
    if (error instanceof FleetError && error.issues !== undefined) return error.issues;
    throw error;
  }
}
