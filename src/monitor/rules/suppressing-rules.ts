import type { MemberProblem } from './check-members.js';
import type { CheckedRule } from './checked-rule.js';

/** These rules see an outage of the polling as their own breach. */
const NEED_POLLING: readonly CheckedRule['kind'][] = ['age', 'missing', 'state'];

/** The names of the rules that suppress each rule: its `unless`, or by default those about the polling. */
export function suppressingRules(rules: readonly CheckedRule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const polling = rules.filter(({ kind }) => kind === 'polling').map(({ name }) => name);
  return new Map(
    rules.flatMap(({ name, kind, unless = NEED_POLLING.includes(kind) ? polling : [] }) =>
      unless.length === 0 ? [] : [[name, new Set(unless)] as const],
    ),
  );
}

/** Returns the rules with each behind those that suppress it, so that an alert is known when it is to suppress another one. */
export function suppressingFirst(rules: readonly CheckedRule[]): readonly CheckedRule[] {
  const suppressing = suppressingRules(rules);
  const sorted = new Set<CheckedRule>();
  function add(rule: CheckedRule): void {
    if (sorted.has(rule)) return;
    const names = suppressing.get(rule.name);
    for (const other of rules) if (names?.has(other.name)) add(other);
    sorted.add(rule);
  }
  rules.forEach(add);
  return [...sorted];
}

export function inspectUnless(rules: readonly CheckedRule[]): MemberProblem[] {
  const suppressing = suppressingRules(rules);
  const names = new Set(rules.map(({ name }) => name));

  /** Whether a rule is suppressed by another one, directly or through others. */
  function isSuppressedBy(rule: string, by: string, seen = new Set<string>()): boolean {
    if (seen.has(rule)) return false;
    seen.add(rule);
    return [...(suppressing.get(rule) ?? [])].some((next) => next === by || isSuppressedBy(next, by, seen));
  }

  function problemOf(name: string, other: string): string | undefined {
    if (!names.has(other)) return `the name of a rule: no rule is named ${other}`;
    if (other === name) return 'another rule: a rule cannot suppress itself';
    if (isSuppressedBy(other, name))
      return `a rule that ${name} does not suppress: ${other} would wait for ${name}, and ${name} for ${other}`;
    return undefined;
  }

  return rules.flatMap(({ name, unless = [] }, at) =>
    unless.flatMap((other, item) => {
      const problem = problemOf(name, other);
      return problem === undefined ? [] : [[[at, 'unless', item], problem] as const];
    }),
  );
}
