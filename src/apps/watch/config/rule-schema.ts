import * as v from 'valibot';
import type { Rule } from '../../../monitor/rules/rule.js';
import { limitNamed } from '../../../core/limits/catalogue.js';
import { choice, described, duration, list, mapping, name, ratio, text } from './fields.js';

/** The members of every rule. */
const common = {
  name: described(name, 'Identifies the rule and its alerts. Each name is used once.'),
  severity: v.optional(described(choice(['info', 'warning', 'critical']), 'How urgent an alert is. Default: warning')),
  for: v.optional(
    described(duration('0s'), 'How long the condition must hold before the alert fires. Default: 0s, at once'),
  ),
  clearFor: v.optional(
    described(duration('0s'), 'How long the clear condition must hold before the alert clears. Default: 0s, at once'),
  ),
  channels: v.optional(
    described(list(name, 'names of channels'), 'The channels that get the alerts. Default: every channel'),
  ),
};

const ids = v.optional(
  described(list(text, 'ids'), 'The databases or indices that the rule applies to. Default: all of the fleet'),
);
const states = list(text, 'states');
const resource = v.optional(
  described(choice(['database', 'index']), 'The kind of resource. Default: databases and indices'),
);
const fields = v.optional(
  described(
    list(v.picklist(Object.keys(limitNamed), 'expected the field of a limit, such as db_max_clients'), 'limits'),
    'The limits that the rule applies to. Default: every limit',
  ),
);

/** A rule, as src/monitor/rules/rule.ts has it, with durations as text. */
export const ruleSchema = v.variant(
  'kind',
  [
    mapping({
      kind: v.literal('state'),
      ...common,
      ids,
      in: v.optional(described(states, 'Fires in these states of a database. Set in or notIn.')),
      notIn: v.optional(described(states, 'Fires in every other state.')),
      clearIn: v.optional(described(states, 'Clears in these states. Default: when the rule does not fire')),
    }),
    mapping({
      kind: v.literal('transition'),
      ...common,
      ids,
      field: v.optional(described(choice(['state', 'modifying_state']), 'Default: modifying_state')),
      values: v.optional(described(list(text, 'values'), 'The values that count. Required for the field state.')),
      longerThan: described(duration('1s'), 'Fires when the value is older than this.'),
    }),
    mapping({
      kind: v.literal('limit'),
      ...common,
      ids,
      resource,
      fields,
      status: v.optional(
        described(choice(['warning', 'critical', 'exceeded']), 'Fires at this status. Set status or ratio.'),
      ),
      ratio: v.optional(described(ratio(1000), 'Fires at this ratio of use to limit.')),
      clearRatio: v.optional(described(ratio(1000), 'Clears below this ratio.')),
    }),
    mapping({
      kind: v.literal('forecast'),
      ...common,
      ids,
      resource,
      fields,
      within: described(duration('1m'), 'Fires when the limit is forecast to be reached within this time.'),
      clearWithin: v.optional(
        described(duration('1m'), 'Clears when the forecast is later than this. Default: 1.25 times within'),
      ),
    }),
    mapping({
      kind: v.literal('age'),
      ...common,
      ids,
      resource,
      longerThan: described(duration('1s'), 'Fires when no answer confirmed a record for longer than this.'),
    }),
    mapping({ kind: v.literal('drift'), ...common, ids, resource }),
    mapping({ kind: v.literal('missing'), ...common, ids, resource }),
    mapping({
      kind: v.literal('polling'),
      ...common,
      in: v.optional(
        described(
          list(choice(['stopped', 'held', 'paused']), 'conditions'),
          'The conditions of the polling in which it fires. Default: stopped, held',
        ),
      ),
    }),
  ],
  'expected kind: state, transition, limit, forecast, age, drift, missing or polling',
);

/** The durations of a rule. A rule of the monitor has them in milliseconds, with this ending. */
const DURATIONS = ['for', 'clearFor', 'longerThan', 'within', 'clearWithin'];
const ENDING = 'Ms';

/** Makes a rule of the monitor from a rule of the configuration. */
export function toRule(given: v.InferOutput<typeof ruleSchema>): Rule {
  const members = Object.entries(given).map(([key, value]) => [DURATIONS.includes(key) ? key + ENDING : key, value]);
  return Object.fromEntries(members) as Rule;
}

/** The name in the configuration of a member of a rule of the monitor. */
export function memberOfRule(member: string): string {
  const given = member.slice(0, -ENDING.length);
  return member.endsWith(ENDING) && DURATIONS.includes(given) ? given : member;
}
