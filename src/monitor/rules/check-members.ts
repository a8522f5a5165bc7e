import * as v from 'valibot';

/** A text that matches a pattern. @param expected completes the sentence "expected …" */
export function matching(pattern: RegExp, expected: string) {
  return v.pipe(v.string(expected), v.regex(pattern, expected));
}

export function optional<const S extends v.GenericSchema>(schema: S, description: string) {
  return v.pipe(v.optional(schema), v.description(description));
}

/** The names of rules, channels and windows are labels of metrics and parts of keys. */
export const aName = matching(/^[\w-]{1,100}$/, '1 to 100 letters, digits, `-` and `_`');

/** The path of a member, with numbers for the places of lists, and what is expected of it. */
export type MemberProblem = readonly [path: readonly (string | number)[], expected: string];

/** Makes a check of members that depend on each other. It runs when each member by itself is valid. */
export function checkMembers<T extends object>(inspect: (value: T) => readonly MemberProblem[]): v.RawCheckAction<T> {
  return v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues !== undefined) return;
    for (const [path, message] of inspect(dataset.value))
      addIssue({ message, path: path.map(itemOf) as [v.IssuePathItem, ...v.IssuePathItem[]] });
  });
}

/** Makes a check that each name of a list is used once. @param list the name of the list */
export function checkNames<T extends readonly { readonly name: string }[]>(list: string): v.RawCheckAction<T> {
  return checkMembers((entries) =>
    entries.flatMap(({ name }, at) => {
      const first = entries.findIndex((other) => other.name === name);
      return first === at ? [] : [[[at, 'name'], `another name: ${list}[${first}] has it`] as const];
    }),
  );
}

/** An issue must not hold a value, which may be a secret. */
function itemOf(key: string | number): v.IssuePathItem {
  return typeof key === 'number'
    ? { type: 'array', origin: 'value', input: [], key, value: undefined }
    : { type: 'object', origin: 'value', input: {}, key, value: undefined };
}
