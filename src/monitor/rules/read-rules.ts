import { readMembers } from '../../core/shared/read-members.js';
import { inspectNames } from '../../core/shared/read-options.js';
import { issuesIn, issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import type { CheckedRule } from './checked-rule.js';
import { inspectRule } from './inspect-rule.js';
import { membersOf, readList, requiredOf } from './rule-members.js';
import type { Rule } from './rule.js';
import { withDefaults } from './rule-defaults.js';

/** Each change is checked against each rule, so a longer list is a mistake. */
const MAX_RULES = 1000;

const kinds = Object.keys(membersOf) as Rule['kind'][];

/**
 * Reads each member of each rule once, checks it and adds the defaults.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid member, such as `rules.3.longerThanMs`
 */
export function readRules(rules: unknown): readonly CheckedRule[] {
  const list = readList(rules, MAX_RULES);
  if (typeof list === 'string') {
    refuseIssues('configure', [{ path: 'rules', message: list }]);
    return [];
  }
  const read = list.map(readRule);
  const issues = read.flatMap((each, place) => [
    ...issuesIn(`rules.${place}`, each.issues),
    ...inspectName(read, place),
  ]);
  refuseIssues('configure', issues);
  return read.flatMap(({ rule }) => rule ?? []);
}

interface ReadRule {
  readonly name: unknown;
  readonly issues: readonly FleetIssue[];
  /** Present without issues. */
  readonly rule?: CheckedRule;
}

function readRule(given: unknown): ReadRule {
  const { name, kind } = readMembers(given, ['name', 'kind'], true) ?? {};
  const known = kinds.find((each) => each === kind);
  if (known === undefined) {
    if (readMembers(given, []) === undefined)
      return { name, issues: [{ path: '', message: 'expected an object with the members of a rule' }] };
    const expected = kinds.map((each) => `"${each}"`).join(' | ');
    return { name, issues: [{ path: 'kind', message: `expected ${expected}` }] };
  }
  const readers = membersOf[known];
  const members = readMembers(given, Object.keys(readers), true);
  if (members === undefined) return { name, issues: [{ path: '', message: 'expected an object that can be read' }] };
  // A second reading of a hostile object may differ.
  members['kind'] = known;
  const issues: FleetIssue[] = inspectNames(given as object, Object.keys(readers));
  const rule: Record<string, unknown> = {};
  for (const [member, read] of Object.entries(readers)) {
    const value = members[member];
    if (value === undefined) {
      const isMissing = member === 'name' || requiredOf[known].includes(member);
      issues.push(...issueUnless(!isMissing, member, 'expected a value, it is required'));
      continue;
    }
    const { value: copy, issues: found } = read(value);
    rule[member] = copy;
    issues.push(...issuesIn(member, found));
  }
  if (issues.length === 0) issues.push(...inspectRule(rule as unknown as Rule));
  return { name: members['name'], issues, ...(issues.length === 0 && { rule: withDefaults(rule as unknown as Rule) }) };
}

function inspectName(rules: readonly ReadRule[], place: number): FleetIssue[] {
  const { name } = rules[place] ?? {};
  const first = rules.findIndex((other) => other.name === name);
  return issueUnless(
    typeof name !== 'string' || first === place,
    `rules.${place}.name`,
    `expected another name: rules.${first} has it`,
  );
}
