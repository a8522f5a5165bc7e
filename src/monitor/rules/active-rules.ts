import type { LimitField } from '../../core/records/limit-fields.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { CheckedRule, CheckedRuleOf } from './checked-rule.js';
import type { TargetKind } from './rule.js';
import { suppressingFirst, suppressingRules } from './suppressing-rules.js';

export interface ActiveRule<R extends CheckedRule = CheckedRule> {
  readonly rule: R;
  /** Whether the rule applies to a database or index of its resource. */
  readonly includes: (id: string) => boolean;
}

type AboutResources = ActiveRule<Exclude<CheckedRule, AboutFleet['rule']>>;
type AboutFleet = ActiveRule<CheckedRuleOf<'polling'>>;

export interface ActiveRules {
  readonly list: readonly CheckedRule[];
  readonly named: ReadonlyMap<string, ActiveRule>;
  /** In the order of their evaluation. */
  readonly of: Readonly<Record<ResourceKind, readonly AboutResources[]>> & { readonly fleet: readonly AboutFleet[] };
  /** The names of the rules that suppress each rule. */
  readonly suppressing: ReadonlyMap<string, ReadonlySet<string>>;
}

export function activate(list: readonly CheckedRule[]): ActiveRules {
  const suppressing = suppressingRules(list);
  const active = suppressingFirst(list, suppressing).map((rule): ActiveRule => {
    const ids = 'ids' in rule ? new Set(rule.ids) : undefined;
    return { rule, includes: (id) => ids?.has(id) !== false };
  });
  const of = (kind: TargetKind): readonly ActiveRule[] => active.filter(({ rule }) => kindsOf(rule).includes(kind));
  return {
    list,
    named: new Map(active.map((each) => [each.rule.name, each])),
    of: { database: of('database'), index: of('index'), fleet: of('fleet') } as ActiveRules['of'],
    suppressing,
  };
}

export function covers(
  { rule, includes }: ActiveRule,
  target: { readonly resource: TargetKind; readonly id: string; readonly field?: LimitField | undefined },
): boolean {
  const { fields } = rule as { readonly fields?: readonly (LimitField | undefined)[] };
  return kindsOf(rule).includes(target.resource) && includes(target.id) && fields?.includes(target.field) !== false;
}

export function kindsOf(rule: CheckedRule): readonly TargetKind[] {
  switch (rule.kind) {
    case 'polling':
      return ['fleet'];
    case 'state':
    case 'transition':
      return ['database'];
    default:
      return rule.resource === undefined ? ['database', 'index'] : [rule.resource];
  }
}
