import type * as v from 'valibot';
import type { MemberPath } from './document.js';
import type { MemberProblem } from './expand-variables.js';
import { A_MAPPING, closestName, UNKNOWN_KEY } from './fields.js';

/** Converts the issues of a schema. An issue's own input is left out, because it may be a password. */
export function schemaProblems(issues: readonly v.BaseIssue<unknown>[]): MemberProblem[] {
  const problems = issues.map(toProblem);
  const isFirst = (problem: MemberProblem, at: number): boolean =>
    problems.findIndex((each) => keyOf(each) === keyOf(problem)) === at;
  return problems.filter(isFirst);
}

function keyOf({ path, message }: MemberProblem): string {
  return JSON.stringify([path, message]);
}

function toProblem({ path: given, message, type }: v.BaseIssue<unknown>): MemberProblem {
  const items: readonly v.IssuePathItem[] = given ?? [];
  const path = items.map(({ key }) => key as string | number);
  const last = items.at(-1);
  const isOfMapping = type === 'never' || (type === 'object_with_rest' && message !== A_MAPPING);
  // The schema takes a list for a mapping without the expected members.
  if (isOfMapping && Array.isArray(last?.input)) return { path: path.slice(0, -1), message: A_MAPPING };
  if (type !== 'never') return { path, message };
  const known = message.slice(UNKNOWN_KEY.length).split(', ');
  const closest = closestName(String(path.at(-1)), known);
  return { path, message: closest === undefined ? message : `unknown key, did you mean ${closest}?`, ofKey: true };
}

/** Reads a path of an issue of the library, such as `thresholds.overrides.db_max_clients`, `rules.2.in` or `channels[0]`. */
export function parsePath(path: string): MemberPath {
  return [...path.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
}
