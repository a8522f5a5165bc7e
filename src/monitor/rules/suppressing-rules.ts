import type { MemberProblem } from './check-members.js';
import type { CheckedRule } from './checked-rule.js';

/** The kinds of rules whose alerts an outage of the polling can raise or leave behind. */
const NEED_POLLING: readonly CheckedRule['kind'][] = ['age', 'missing', 'state'];

/** Returns the names of the rules that suppress each rule: its `unless`, or by default the rules of the kind `polling`. */
export function suppressingRules(rules: readonly CheckedRule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const polling = rules.filter(({ kind }) => kind === 'polling').map(({ name }) => name);
  return new Map(
    rules.flatMap(({ name, kind, unless = NEED_POLLING.includes(kind) ? polling : [] }) =>
      unless.length === 0 ? [] : [[name, new Set(unless)] as const],
    ),
  );
}

/** Sorts the rules so that each follows the rules that suppress it: their alerts are then evaluated before its own. */
export function suppressingFirst(
  rules: readonly CheckedRule[],
  suppressing: ReturnType<typeof suppressingRules>,
): readonly CheckedRule[] {
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
