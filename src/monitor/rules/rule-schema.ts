import * as v from 'valibot';
import { raisedStatuses } from '../../core/fleet/thresholds-option.js';
import { transitionFields } from '../../core/fleet/transition.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import { finite } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { identifierProblem } from '../../core/wire/identifier.js';
import { aName, checkMembers, checkNames, optional } from './check-members.js';
import type { CheckedRule } from './checked-rule.js';
import { inspectRule, withDefaults } from './complete-rule.js';
import type { Rule } from './rule.js';
import { inspectUnless } from './suppressing-rules.js';
import { ruleTextEntries } from './rule-texts.js';

/** How a rule is written: in a program, or in a configuration file. */
export interface RuleForm {
  /** The name of a member that is a duration. In a rule it ends with `Ms`. */
  readonly durationName: (name: string) => string;
  readonly duration: (least: DurationLimit) => v.GenericSchema<unknown, number>;
}

/** The least duration: none, or in a configuration file a second or a minute. */
export type DurationLimit = 'none' | 'second' | 'minute';

export const limitFields = Object.keys(limitNamed) as LimitField[];

const DURATIONS = ['for', 'clearFor', 'longerThan', 'within', 'clearWithin', 'repeatEvery'];

/** Each change is checked against each rule, so a longer list would be slow. */
const MAX_RULES = 1000;
const MAX_LIST = 1000;
const MAX_IDS = 100_000;

const A_VALUE = 'a string of 1 to 100 characters';
const A_RATIO = 'a number more than 0, such as 0.9 for 90 %';

const value = v.pipe(v.string(A_VALUE), v.nonEmpty(A_VALUE), v.maxLength(100, A_VALUE));
export const id = v.pipe(
  v.string('an id as a string'),
  v.check(
    (given) => identifierProblem(given) === undefined,
    ({ input }) => `an id, which ${identifierProblem(input)}`,
  ),
);
const ratio = v.pipe(v.number(A_RATIO), v.finite(A_RATIO), v.gtValue(0, A_RATIO));

const ids = list(id, 'The databases or indices that the rule applies to. Default: all of the fleet', MAX_IDS);
const resource = optional(choice(resourceKinds), 'The kind of resource. Default: databases and indices');
const fields = list(
  v.picklist(limitFields, 'a limit field, such as db_max_clients'),
  'The limits that the rule applies to. Default: every limit',
);

export function ruleList(form: RuleForm): v.GenericSchema<readonly Rule[], readonly CheckedRule[]> {
  const schema = v.pipe(
    v.array(ruleOf(form), 'a list of rules'),
    v.maxLength(MAX_RULES, `at most ${MAX_RULES} rules`),
    checkNames('rules'),
    checkMembers<CheckedRule[]>(inspectUnless),
  );
  return schema as unknown as v.GenericSchema<readonly Rule[], readonly CheckedRule[]>;
}

function ruleOf(form: RuleForm) {
  const kinds = kindsOf(form);
  const expected = kinds.map(({ entries }) => entries.kind.expects).join(' | ');
  const renamed = new Map(DURATIONS.map((member) => [form.durationName(member), `${member}Ms`]));
  const written = new Map(Array.from(renamed, ([own, member]) => [member, own]));
  return v.pipe(
    v.variant('kind', kinds, ({ path }) => (path === undefined ? 'an object with the members of a rule' : expected)),
    v.transform((rule) => renameMembers(rule, renamed) as Rule),
    checkMembers((rule) =>
      inspectRule(rule).map(([[member = '', ...rest], message]) => [
        [written.get(String(member)) ?? member, ...rest],
        message,
      ]),
    ),
    v.transform(withDefaults),
  );
}

function kindsOf(form: RuleForm) {
  const { required, given } = durationsOf(form);
  const common = commonMembers(form);
  const withIds = { ...common, ids };
  const withResource = { ...withIds, resource };
  return [
    v.strictObject({
      kind: v.literal('state'),
      ...withIds,
      in: list(value, 'Fires in these states of a database. Set in or notIn.'),
      notIn: list(value, 'Fires in every other state.'),
      clearIn: list(value, 'Clears in these states. Default: when the rule does not fire'),
    }),
    v.strictObject({
      kind: v.literal('transition'),
      ...withIds,
      field: optional(choice(transitionFields), 'Default: modifying_state'),
      values: list(value, 'The values that count. Required for the field state.'),
      ...required('longerThan', 'second', 'Fires when the value is older than this.'),
    }),
    v.strictObject({
      kind: v.literal('limit'),
      ...withResource,
      fields,
      status: optional(choice(raisedStatuses), 'Fires at this status. Set status or ratio.'),
      ratio: optional(ratio, 'Fires at this ratio of use to limit.'),
      clearRatio: optional(ratio, 'Clears below this ratio.'),
    }),
    v.strictObject({
      kind: v.literal('forecast'),
      ...withResource,
      fields,
      ...required('within', 'minute', 'Fires when the limit is forecast to be reached within this time.'),
      ...given('clearWithin', 'minute', 'Clears when the forecast is later than this. Default: 1.25 times within'),
    }),
    v.strictObject({
      kind: v.literal('age'),
      ...withResource,
      ...required('longerThan', 'second', 'Fires when no answer confirmed a record for longer than this.'),
    }),
    v.strictObject({ kind: v.literal('drift'), ...withResource }),
    v.strictObject({ kind: v.literal('missing'), ...withResource }),
    v.strictObject({
      kind: v.literal('polling'),
      ...common,
      in: list(
        choice(['stopped', 'held', 'paused']),
        'The conditions of the polling in which it fires. Default: stopped, held',
      ),
    }),
  ] as const;
}

function commonMembers(form: RuleForm) {
  const { given } = durationsOf(form);
  return {
    name: v.pipe(aName, v.description('Identifies the rule and its alerts. Each name is used once.')),
    severity: optional(choice(['info', 'warning', 'critical']), 'How urgent an alert is. Default: warning'),
    ...given('for', 'none', 'How long the condition must hold before the alert fires. Default: 0, at once'),
    ...given('clearFor', 'none', 'How long the clear condition must hold before the alert clears. Default: 0, at once'),
    channels: list(aName, 'The channels that get the alerts. Default: every channel'),
    unless: optional(
      v.pipe(v.array(aName, 'a list of rules'), v.maxLength(MAX_LIST, `at most ${MAX_LIST} entries`)),
      'The rules that suppress this one. Default: those about the polling, for age, missing and state',
    ),
    ...given('repeatEvery', 'second', 'How often a firing alert is sent again. Default: never'),
    ...ruleTextEntries,
  };
}

function durationsOf({ durationName, duration }: RuleForm) {
  return {
    required: (member: string, least: DurationLimit, description: string) => ({
      [durationName(member)]: v.pipe(duration(least), v.description(description)),
    }),
    given: (member: string, least: DurationLimit, description: string) => ({
      [durationName(member)]: optional(duration(least), description),
    }),
  };
}

/** Also removes `undefined` members. */
function renameMembers(rule: object, names: ReadonlyMap<string, string>): object {
  const members = Object.entries(rule).filter(([, given]) => given !== undefined);
  return Object.fromEntries(members.map(([member, given]) => [names.get(member) ?? member, given]));
}

function choice<const O extends readonly string[]>(options: O) {
  return v.picklist(options, options.map((option) => `"${option}"`).join(' | '));
}

/** A list with at least one entry. Each entry counts once. */
export function list<const S extends v.GenericSchema>(entry: S, description: string, most = MAX_LIST) {
  return v.optional(
    v.pipe(
      v.array(entry, 'a list'),
      v.minLength(1, 'at least one entry'),
      v.maxLength(most, `at most ${most} entries`),
      v.description(description),
      v.transform((entries) => Object.freeze([...new Set(entries)])),
    ),
  );
}

const amountMs = finite('milliseconds, 0 or more', (ms) => ms >= 0);
const durationMs = finite('milliseconds, more than 0', (ms) => ms > 0);

export const rules = ruleList({
  durationName: (member) => `${member}Ms`,
  duration: (least) => (least === 'none' ? amountMs : durationMs),
});

/** @throws FleetError `invalid-request`, whose `issues` name each invalid member, such as `rules[3].longerThanMs` */
export function parseRules(given: readonly Rule[]): readonly CheckedRule[] {
  return parseOptions(v.strictObject({ rules }), { rules: given }).rules;
}
