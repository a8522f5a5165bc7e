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
  const options = last.input as JsonObject;
  const entries = entriesAt(schema, path, options);
  if (expected !== 'never')
    return [{ path: pathOf(path), message: `missing, expected ${expectationOf(entries[String(last.key)])}` }];
  const known = Object.keys(entries);
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(entries, name));
  const parent = pathOf(path.slice(0, -1));
  return unknown.map((name) => ({
    path: memberPath(parent, printableName(name)),
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

/** The schemas of the options of an object that is the parent of the last item of `path`. */
function entriesAt(schema: SchemaPart, path: Path, parent: JsonObject): Readonly<Record<string, SchemaPart>> {
  let place: SchemaPart | undefined = unwrapped(schema);
  for (const { key } of path.slice(0, -1)) place = unwrapped(place?.entries?.[String(key)] ?? place?.item);
  return (place?.key === undefined ? place : alternativeOf(place, place.key, parent))?.entries ?? {};
}

function alternativeOf({ options = [] }: SchemaPart, decider: string, parent: JsonObject): SchemaPart | undefined {
  return (options as readonly SchemaPart[]).find(
    ({ entries = {} }) => v.safeParse(entries[decider] as v.GenericSchema, parent[decider]).success,
  );
}

function unwrapped(schema: SchemaPart | undefined): SchemaPart | undefined {
  return schema?.wrapped === undefined ? schema : unwrapped(schema.wrapped);
}

function expectationOf({ message, expects = 'a value' }: SchemaPart = {}): string {
  return typeof message === 'string' ? message : expects;
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

function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
