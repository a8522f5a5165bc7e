import * as v from 'valibot';
import type { FleetIssue, Operation } from './fleet-error.js';
import { isObject, type JsonObject } from './is-object.js';
import { memberPath, printableName } from './member-path.js';
import { isAbortSignal, isObjectWith } from './option-schemas.js';
import { issuesIn, refuseIssues } from './refuse-issues.js';

/** `v.strictObject`, or a pipe that begins with it. */
export type OptionsSchema = v.GenericSchema & { readonly entries: v.ObjectEntries };

/**
 * Checks options against a schema, and adds its defaults. The `message` of a schema says what is expected, as in
 * `v.custom(isClock, 'a Clock')`.
 *
 * @param path the path of the options, such as `polling`; empty for the options of a call
 * @param argumentIssues the problems of the other arguments of the call
 * @throws FleetError `invalid-request` with all issues at once, and without any value
 */
export function parseOptions<S extends OptionsSchema>(
  operation: Operation,
  schema: S,
  given: unknown,
  path = '',
  argumentIssues: readonly FleetIssue[] = [],
): v.InferOutput<S> {
  const { output, issues } = inspectOptions(schema, given, path);
  refuseIssues(operation, [...argumentIssues, ...issues]);
  return output;
}

/** Does the same, but returns the issues. If there are any, `output` must not be used. */
export function inspectOptions<S extends OptionsSchema>(
  schema: S,
  given: unknown = {},
  path = '',
): { readonly output: v.InferOutput<S>; readonly issues: FleetIssue[] } {
  try {
    if (isAbortSignal(given) || isObjectWith(given, ['abort']))
      return refusal(path, 'an object of options, not a signal: pass { signal }');
    if (isObject(given)) {
      const { output, issues = [] } = v.safeParse(schema, given, CONFIG);
      return {
        output,
        issues: issuesIn(
          path,
          (issues as readonly Issue[]).flatMap((issue) => toFleetIssues(schema, issue)),
        ),
      };
    }
  } catch {
    // A getter or a proxy throws.
  }
  return refusal(path, 'an object of options');
}

function refusal(path: string, expected: string): { readonly output: never; readonly issues: FleetIssue[] } {
  return { output: undefined as never, issues: [{ path, message: `expected ${expected}` }] };
}

/** The messages of valibot would contain the value. */
const CONFIG = { message: ({ expected }: v.BaseIssue<unknown>) => String(expected) };

type Issue = Pick<v.BaseIssue<unknown>, 'type' | 'expected' | 'message'> & { readonly path?: Path | undefined };

type Path = readonly v.IssuePathItem[];

/** Returns one issue, or one for each unknown option of an object: valibot names only the first of them. */
function toFleetIssues(schema: SchemaPart, { path = [], type, expected, message }: Issue): FleetIssue[] {
  const last = path.at(-1);
  if (type !== 'strict_object' || last?.origin !== 'key')
    return [{ path: pathOf(path), message: `expected ${message}` }];
  const entries = entriesAt(schema, path);
  if (expected !== 'never') {
    const { message: own, expects } = entries[String(last.key)] ?? {};
    return [{ path: pathOf(path), message: `missing, expected ${typeof own === 'string' ? own : expects}` }];
  }
  const known = Object.keys(entries);
  const unknown = Object.keys(last.input as JsonObject).filter((name) => !known.includes(name));
  return unknown.map((name) => ({
    path: memberPath(pathOf(path.slice(0, -1)), printableName(name)),
    message: describeUnknown(name, known),
  }));
}

function pathOf(path: Path): string {
  return path.reduce(
    (place, { type, key }) =>
      type === 'array' ? `${place}[${String(key)}]` : memberPath(place, printableName(String(key))),
    '',
  );
}

/** The parts of a schema that lead to the schemas inside it. */
interface SchemaPart {
  readonly expects?: string;
  readonly message?: unknown;
  readonly entries?: Readonly<Record<string, SchemaPart>>;
  readonly item?: SchemaPart;
  readonly wrapped?: SchemaPart;
  /** The alternatives of `v.variant`, and the option that decides between them. */
  readonly options?: unknown;
  readonly key?: string;
}

/** The schemas of the options of the object in which the last item of a path is. */
function entriesAt(schema: SchemaPart | undefined, path: Path): Readonly<Record<string, SchemaPart>> {
  const [{ key, input }, ...inner] = path as [v.IssuePathItem];
  const { entries = {}, item, wrapped = alternativeOf(schema, input as JsonObject) } = schema ?? {};
  if (wrapped !== undefined) return entriesAt(wrapped, path);
  return inner.length === 0 ? entries : entriesAt(entries[String(key)] ?? item, inner);
}

function alternativeOf({ key = '', options }: SchemaPart = {}, parent: JsonObject): SchemaPart | undefined {
  const alternatives = key === '' ? [] : (options as readonly SchemaPart[]);
  return alternatives.find(({ entries }) => v.safeParse(entries?.[key] as v.GenericSchema, parent[key]).success);
}

function describeUnknown(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return `unknown option, expected one of ${known.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = 1 + 0.4 * misspelt.length;
  // Longer texts are no misspelt names, and the comparison takes the square of their length.
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
  const row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    let corner = i;
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const above = row[j + 1] as number;
      row[j + 1] = Math.min(corner + (a[i] === b[j] ? 0 : 1), above + 1, (row[j] as number) + 1);
      corner = above;
    }
  }
  return row.at(-1) as number;
}
