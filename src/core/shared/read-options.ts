import type * as v from 'valibot';
import type { FleetIssue, Operation } from './fleet-error.js';
import { isObject, type JsonObject } from './is-object.js';
import { memberPath, printableName } from './member-path.js';
import { isAbortSignal, isObjectWith, type Options, type OptionsOf } from './option-schemas.js';
import { refuseIssues } from './refuse-issues.js';

/** The options with their defaults. `output` is valid only if there are no issues. */
export interface OptionsReading<T> {
  readonly output: T;
  readonly issues: FleetIssue[];
}

/**
 * Checks options and adds the defaults.
 *
 * @param path the path of the options, such as `polling`; empty for the options of a call
 * @param argumentIssues the problems of the other arguments of the call
 * @throws FleetError `invalid-request` with all issues at once, and without any value
 */
export function checkOptions<O extends Options>(
  operation: Operation,
  options: O,
  given: unknown,
  path = '',
  argumentIssues: readonly FleetIssue[] = [],
): OptionsOf<O> {
  const { output, issues } = readOptions(options, given, path);
  refuseIssues(operation, [...argumentIssues, ...issues]);
  return output;
}

export function readOptions<O extends Options>(
  options: O,
  given: unknown = {},
  path = '',
): OptionsReading<OptionsOf<O>> {
  return readObject(given, path, (object) => {
    const issues: FleetIssue[] = [];
    return { output: readMembers(options, object, path, issues) as OptionsOf<O>, issues };
  });
}

/** Calls `read` with an object of options. Any other value is an issue. */
export function readObject<T>(
  given: unknown,
  path: string,
  read: (given: JsonObject) => OptionsReading<T>,
): OptionsReading<T> {
  let expected = 'an object of options';
  try {
    if (isAbortSignal(given) || isObjectWith(given, ['abort'])) expected += ', not a signal: pass { signal }';
    else if (isObject(given)) return read(given);
  } catch {
    // A getter or a proxy throws.
  }
  return { output: undefined as never, issues: [{ path, message: `expected ${expected}` }] };
}

function readMembers(options: Options, given: JsonObject, path: string, issues: FleetIssue[]): JsonObject {
  const output: JsonObject = {};
  for (const [name, option] of Object.entries(options)) {
    const { members, isOptional, byDefault } = option;
    const { [name]: value = byDefault } = given;
    if (value === undefined && isOptional) continue;
    const place = memberPath(path, name);
    const { value: read, issues: found = [] } = option['~run']({ value }, CONFIG);
    for (const { path: inner, message } of found)
      issues.push({ path: pathIn(place, inner), message: `${name in given ? '' : 'missing, '}expected ${message}` });
    output[name] = members && found.length === 0 ? readMembers(members, value as JsonObject, place, issues) : read;
  }
  const known = Object.keys(options);
  for (const name of Object.keys(given))
    if (!known.includes(name)) issues.push(unknownOption(memberPath(path, printableName(name)), name, known));
  return output;
}

/** Replaces the messages of valibot, which contain the value. */
export const CONFIG = { message: ({ expected }: v.BaseIssue<unknown>) => String(expected) };

export function pathIn(path: string, inner: readonly v.IssuePathItem[] = []): string {
  return inner.reduce(
    (place, { type, key }) =>
      type === 'array' ? `${place}[${String(key)}]` : memberPath(place, printableName(String(key))),
    path,
  );
}

export function unknownOption(path: string, name: string, known: readonly string[]): FleetIssue {
  const suggestion = nearestName(name, known);
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  return { path, message: `unknown option, expected one of ${known.join(', ')}${hint}` };
}

export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = 1 + 0.4 * misspelt.length;
  // A long text is not a misspelt name, and the time of a comparison grows with the square of its length.
  for (const name of names) {
    if (misspelt.length + name.length > MAX_LENGTH) continue;
    const distance = distanceOf(misspelt.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

const MAX_LENGTH = 128;

/** The Levenshtein distance, with one row of the table at a time. */
function distanceOf(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    let diagonal = i;
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const above = row[j + 1] as number;
      row[j + 1] = Math.min(diagonal + (a[i] === b[j] ? 0 : 1), above + 1, (row[j] as number) + 1);
      diagonal = above;
    }
  }
  return row.at(-1) as number;
}
