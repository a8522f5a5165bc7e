import * as v from 'valibot';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import type { JsonObject } from '../../core/shared/is-object.js';
import { memberPath, printableName } from '../../core/shared/member-path.js';
import { CONFIG, pathIn, readObject, unknownOption, type OptionsReading } from '../../core/shared/read-options.js';
import { issuesIn, refuseIssues } from '../../core/shared/refuse-issues.js';

/** `v.strictObject`, or a pipe that begins with it. */
export type OptionsSchema = v.GenericSchema & { readonly entries: v.ObjectEntries };

/**
 * Like `checkOptions`, with a schema of valibot: for options with objects in lists, alternatives or conversions. The
 * `message` of a schema says what is expected, as in `v.custom(isClock, 'a Clock')`. The operation is `configure`.
 */
export function parseOptions<S extends OptionsSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const { output, issues } = inspectOptions(schema, given);
  refuseIssues('configure', issues);
  return output;
}

export function inspectOptions<S extends OptionsSchema>(
  schema: S,
  given: unknown = {},
  path = '',
): OptionsReading<v.InferOutput<S>> {
  return readObject(given, path, (object) => {
    const { output, issues = [] } = v.safeParse(schema, object, CONFIG);
    const found = (issues as readonly Issue[]).flatMap((issue) => toFleetIssues(schema, issue));
    return { output, issues: issuesIn(path, found) };
  });
}

type Issue = Pick<v.BaseIssue<unknown>, 'type' | 'expected' | 'message'> & { readonly path?: Path | undefined };

type Path = readonly v.IssuePathItem[];

/** Returns one issue, or one for each unknown option of an object: valibot names only the first of them. */
function toFleetIssues(schema: SchemaPart, { path = [], type, expected, message }: Issue): FleetIssue[] {
  const last = path.at(-1);
  if (type !== 'strict_object' || last?.origin !== 'key')
    return [{ path: pathIn('', path), message: `expected ${message}` }];
  const entries = entriesAt(schema, path);
  if (expected !== 'never') {
    const { message: own, expects } = entries[String(last.key)] ?? {};
    return [{ path: pathIn('', path), message: `missing, expected ${typeof own === 'string' ? own : expects}` }];
  }
  const known = Object.keys(entries);
  const unknown = Object.keys(last.input as JsonObject).filter((name) => !known.includes(name));
  return unknown.map((name) =>
    unknownOption(memberPath(pathIn('', path.slice(0, -1)), printableName(name)), name, known),
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

/** The option schemas of the object that contains the last item of a path. */
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
