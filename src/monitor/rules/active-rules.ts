import type { TargetKind } from './rule.js';
import type { CheckedRule } from './checked-rule.js';

/** A rule in the form in which it is evaluated. */
export interface ActiveRule {
  readonly rule: CheckedRule;
  /** @returns whether the rule applies to a database or index of its resource. */
  readonly includes: (id: string) => boolean;
}

/** The rules by the kind of target that they apply to. */
export type ActiveRules = Readonly<Record<TargetKind, readonly ActiveRule[]>>;

export function activate(rules: readonly CheckedRule[]): ActiveRules {
  const active = rules.map((rule): ActiveRule => {
    const ids = rule.kind === 'polling' || rule.ids === undefined ? undefined : new Set(rule.ids);
    return { rule, includes: (id) => ids === undefined || ids.has(id) };
  });
  const of = (kind: TargetKind): ActiveRule[] => active.filter(({ rule }) => kindsOf(rule).includes(kind));
  return { database: of('database'), index: of('index'), fleet: of('fleet') };
}

function kindsOf(rule: CheckedRule): readonly TargetKind[] {
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
