import { createHash } from 'node:crypto';
import type {
  AgeRule,
  DriftRule,
  ForecastRule,
  LimitRule,
  MissingRule,
  PollingRule,
  Rule,
  StateRule,
  TransitionRule,
} from './rule.js';

/** A rule in which the members with a default are present: those of every rule, and `Names` of this kind. */
type Checked<R extends Rule, Names extends keyof R = never> = Omit<R, 'severity' | 'forMs' | 'clearForMs' | Names> & {
  readonly [Name in Names | 'severity' | 'forMs' | 'clearForMs']-?: Exclude<R[Name], undefined>;
};

/** A rule that was checked, with its defaults: plain JSON. A limit rule with `ratio` has `clearRatio`. */
export type CheckedRule =
  | Checked<StateRule>
  | Checked<TransitionRule, 'field'>
  | Checked<LimitRule>
  | Checked<ForecastRule, 'clearWithinMs'>
  | Checked<AgeRule>
  | Checked<DriftRule>
  | Checked<MissingRule>
  | Checked<PollingRule, 'in'>;

export type CheckedRuleOf<Kind extends Rule['kind']> = Extract<CheckedRule, { readonly kind: Kind }>;

/**
 * How long the condition of a rule must hold before the alert fires, milliseconds. The condition of a transition rule
 * begins when the field gets a value of the rule. Its alert is pending for `longerThanMs`, also over a restart.
 */
export function holdMsOf(rule: CheckedRule): number {
  return rule.kind === 'transition' ? rule.longerThanMs + rule.forMs : rule.forMs;
}

/** The members that do not belong to the condition, such as the targets, the severity, the channels and the texts. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set(
  'name severity forMs clearForMs channels ids resource fields labels annotations runbook unless repeatEveryMs'.split(
    ' ',
  ),
);

/** Identifies the condition of a rule. When it changes, the alerts of the rule clear. */
export function fingerprintOf(rule: CheckedRule): string {
  const known = fingerprints.get(rule);
  if (known !== undefined) return known;
  const names = Object.keys(rule).filter((member) => !OTHER_MEMBERS.has(member)) as (keyof CheckedRule)[];
  const members = names.toSorted().map((member) => [member, rule[member]]);
  const fingerprint = createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 16);
  fingerprints.set(rule, fingerprint);
  return fingerprint;
}

const fingerprints = new WeakMap<CheckedRule, string>();
