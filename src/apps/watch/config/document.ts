import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { printableName } from '../../../core/shared/printable-name.js';
import type { ConfigProblem, Place } from './config-problem.js';
import { explainSyntax } from './explain-syntax.js';

/** The keys and positions on the way to a member. */
export type MemberPath = readonly (string | number)[];

/** A configuration file that YAML can read. JSON is YAML. */
export interface ConfigDocument {
  /** The content as plain values. */
  readonly value: unknown;
  /** Finds a member, or its closest parent that is in the file. */
  placeOf(path: MemberPath, options?: { readonly ofKey?: boolean }): Place | undefined;
}

/** Aliases multiply what a file contains. A configuration needs few of them. */
const MAX_ALIASES = 100;

/** A result is plain data for the most surprising text: nothing throws, and no message contains a value. */
export function parseConfig(text: string): { readonly document?: ConfigDocument; readonly problems: ConfigProblem[] } {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (text.includes('\0'))
    return { problems: [{ path: '', message: 'expected text, but it contains a NUL character' }] };
  let parsed: Document.Parsed;
  try {
    // The file's own duplicate keys are found below, with their paths.
    parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, stringKeys: false });
  } catch {
    return { problems: [{ path: '', message: TOO_DEEP }] };
  }
  // A file whose text is wrong has further errors that only repeat the first.
  const [error] = [...parsed.errors, ...parsed.warnings];
  if (error !== undefined)
    return { problems: [{ path: '', message: explainSyntax(error.code), place: placeAt(error.pos[0]) }] };
  const problems = inspectKeys(parsed, placeAt);
  if (problems.length > 0) return { problems };
  try {
    const value: unknown = parsed.toJS({ maxAliasCount: MAX_ALIASES });
    return { document: { value, placeOf: (path, options) => findPlace(parsed, path, placeAt, options) }, problems };
  } catch (failure) {
    const message = failure instanceof ReferenceError ? 'too many aliases (*name): write the values out' : TOO_DEEP;
    return { problems: [{ path: '', message }] };
  }
}

const TOO_DEEP = 'nested too deeply';

/** These names change how objects behave. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Lists the keys that are used twice in one mapping, the keys that are no text, and the aliases of nothing. */
function inspectKeys(parsed: Document.Parsed, placeAt: (offset: number) => Place): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  visit(parsed, {
    Map(_, map, parents) {
      const seen = new Map<string, number>();
      // Only a problem needs the path, which takes a search in each list above.
      const parentPath = (): string => pathOf([...parents, map]);
      for (const { key } of map.items) {
        const offset = startOf(key) ?? startOf(map) ?? 0;
        const name = nameOf(key);
        if (name === undefined || FORBIDDEN.has(name)) {
          problems.push({ path: parentPath(), message: 'a key must be a plain name', place: placeAt(offset) });
          continue;
        }
        const first = seen.get(name);
        if (first === undefined) {
          seen.set(name, offset);
          continue;
        }
        const message = `duplicate key; line ${placeAt(first).line} has it too`;
        problems.push({ path: joinPath(parentPath(), name), message, place: placeAt(offset) });
      }
    },
    Alias(_, alias, parents) {
      if (alias.resolve(parsed) !== undefined) return;
      const place = placeAt(startOf(alias) ?? 0);
      problems.push({ path: pathOf([...parents, alias]), message: explainSyntax('BAD_ALIAS'), place });
    },
  });
  return problems;
}

/** The path of the last node, from a document and the nodes and pairs below it. */
function pathOf(nodes: readonly unknown[]): string {
  let path = '';
  nodes.forEach((node, at) => {
    if (isPair(node)) path = joinPath(path, nameOf(node.key) ?? '?');
    else if (isSeq(node) && at + 1 < nodes.length) path += `[${node.items.indexOf(nodes[at + 1] as never)}]`;
  });
  return path;
}

function joinPath(path: string, name: string): string {
  return path === '' ? printableName(name) : `${path}.${printableName(name)}`;
}

/** Writes a path as in messages: `rules[2].longerThan`. */
export function describePath(path: MemberPath): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : joinPath(text, part)),
    '',
  );
}

function nameOf(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  const { value } = key as Scalar;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

function findPlace(
  parsed: Document.Parsed,
  path: MemberPath,
  placeAt: (offset: number) => Place,
  { ofKey = false }: { readonly ofKey?: boolean } = {},
): Place | undefined {
  let node: unknown = parsed.contents;
  let offset = startOf(node);
  for (const [at, part] of path.entries()) {
    if (isAlias(node)) node = node.resolve(parsed);
    const pair = isMap(node) ? (node as YAMLMap).items.find(({ key }) => nameOf(key) === part) : undefined;
    const next: unknown = pair?.value ?? (isSeq(node) && typeof part === 'number' ? node.items[part] : undefined);
    // An empty value has no place of its own.
    const isNamed = pair !== undefined && (next == null || (ofKey && at === path.length - 1));
    offset = (isNamed ? startOf(pair.key) : startOf(next)) ?? offset;
    if (next == null) break;
    node = next;
  }
  return offset === undefined ? undefined : placeAt(offset);
}
