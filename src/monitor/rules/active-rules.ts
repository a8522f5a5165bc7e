import type { LimitField } from '../../core/records/limit-fields.js';
import type { CheckedRule } from './checked-rule.js';
import type { TargetKind } from './rule.js';

export interface ActiveRule {
  readonly rule: CheckedRule;
  /** @returns whether the rule applies to a database or index of its resource. */
  readonly includes: (id: string) => boolean;
}

export interface ActiveRules {
  readonly of: Readonly<Record<TargetKind, readonly ActiveRule[]>>;
  readonly named: ReadonlyMap<string, ActiveRule>;
}

export const NO_RULES: ActiveRules = activate([]);

export function activate(rules: readonly CheckedRule[]): ActiveRules {
  const active = rules.map((rule): ActiveRule => {
    const ids = rule.kind === 'polling' || rule.ids === undefined ? undefined : new Set(rule.ids);
    return { rule, includes: (id) => ids === undefined || ids.has(id) };
  });
  const of = (kind: TargetKind): ActiveRule[] => active.filter(({ rule }) => kindsOf(rule).includes(kind));
  return {
    of: { database: of('database'), index: of('index'), fleet: of('fleet') },
    named: new Map(active.map((each) => [each.rule.name, each])),
  };
}

/** Whether a rule applies to a target: by its resource, its ids and its fields. */
export function covers(
  { rule, includes }: ActiveRule,
  {
    resource,
    id,
    field,
  }: { readonly resource: TargetKind; readonly id: string; readonly field?: LimitField | undefined },
): boolean {
  if (!kindsOf(rule).includes(resource) || !includes(id)) return false;
  const fields = rule.kind === 'limit' || rule.kind === 'forecast' ? rule.fields : undefined;
  return field === undefined || fields === undefined || fields.includes(field);
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
