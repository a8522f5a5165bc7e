import { isUtf8 } from 'node:buffer';
import { isMap, isScalar, LineCounter, parseDocument, visit, type Document, type ErrorCode, type Node } from 'yaml';
import { ConfigError, type Place } from './config-problem.js';
import type { FileProblem, ReadFile } from './read-file.js';

export interface ConfigDocument {
  readonly value: object;
  /** Finds a member, or its nearest parent in the file. @param ofKey whether the problem is the name of the member */
  placeOf(path: string, ofKey: boolean): Place | undefined;
}

const MAX_BYTES = 1024 * 1024;

/** @throws ConfigError if the file is not a mapping in YAML. No message contains a value of the file */
export async function readDocument(file: string, readFile: ReadFile): Promise<ConfigDocument> {
  const refuse = (message: string, place?: Place): ConfigError => new ConfigError(file, [{ path: '', message, place }]);
  // A pipe is refused too, because the file is read again later.
  const bytes = await readFile(file, MAX_BYTES).catch(({ message }: FileProblem) => {
    throw refuse(message);
  });
  if (!isUtf8(bytes)) throw refuse('expected UTF-8 text');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.includes('\0')) throw refuse('expected text, but it contains a NUL character');
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  try {
    const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
    // After an error in the syntax, the further errors only repeat it.
    const [error] = [...parsed.errors, ...parsed.warnings];
    if (error !== undefined) throw refuse(MESSAGES[error.code] ?? 'not valid YAML', placeAt(error.pos[0]));
    visit(parsed, {
      Alias(_, alias, parents) {
        const target = alias.resolve(parsed);
        // The value of an alias inside its own value would never end.
        const isInside = target !== undefined && parents.includes(target);
        if (target !== undefined && !isInside) return;
        throw refuse(isInside ? INSIDE_ITSELF : NO_ANCHOR, placeAt(alias.range?.[0] ?? 0));
      },
    });
    const value: unknown = parsed.toJS();
    const placeOf: ConfigDocument['placeOf'] = (path, ofKey) => {
      // Such as `thresholds.overrides.db_max_clients` or `channels[0].name`.
      const parts = [...path.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
      const offset = findNode(parsed, parts, ofKey)?.range?.[0];
      return offset === undefined ? undefined : placeAt(offset);
    };
    if (value == null) throw refuse('the file is empty');
    if (typeof value !== 'object' || Array.isArray(value)) throw refuse('expected a mapping', placeOf('', false));
    return { value, placeOf };
  } catch (failure) {
    if (failure instanceof ConfigError) throw failure;
    const isBomb = failure instanceof ReferenceError;
    throw refuse(isBomb ? 'too many aliases (*name): write the values out' : 'nested too deeply');
  }
}

function findNode(parsed: Document.Parsed, path: readonly (string | number)[], ofKey: boolean): Node | undefined {
  for (let length = path.length; length > 0; length--) {
    const name = path[length - 1];
    const parent = parsed.getIn(path.slice(0, length - 1), true);
    const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === name) : undefined;
    const value = parsed.getIn(path.slice(0, length), true) as Node | undefined;
    // An empty value has no place of its own.
    const isEmpty = value === undefined || (isScalar(value) && value.value === null && value.source === '');
    if (pair !== undefined && (isEmpty || (ofKey && length === path.length))) return pair.key as Node;
    if (value !== undefined) return value;
  }
  return parsed.contents ?? undefined;
}

const NO_ANCHOR = 'an alias (*name) has no anchor (&name) before it; put quotes around a text that begins with *';
const INSIDE_ITSELF = 'an alias (*name) is inside the value that it names (&name): write the value out';

/** Explanations of errors. The messages of the parser may quote the text of the file, and the text may be a password. */
const MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: NO_ANCHOR,
  BAD_DQ_ESCAPE: 'invalid escape in double quotes; use single quotes for a text with backslashes',
  BAD_INDENT: 'wrong indentation',
  BAD_SCALAR_START: 'put quotes around a text that begins with a special character',
  BLOCK_AS_IMPLICIT_KEY: 'expected one key and value a line; put quotes around a text that contains ": "',
  DUPLICATE_KEY: 'duplicate key',
  MISSING_CHAR: 'a quote, a bracket, a comma or the space after a colon is missing before this place',
  MULTILINE_IMPLICIT_KEY: 'expected "key: value" on one line',
  MULTIPLE_DOCS: 'expected one document; remove the line ---',
  NON_STRING_KEY: 'a key must be a plain name',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'use spaces, not tabs, for the indentation',
  TAG_RESOLVE_FAILED: 'tags (!name) have no meaning here; put quotes around a text that begins with !',
  UNEXPECTED_TOKEN: 'not expected here; check the quotes, the brackets and the indentation before this place',
};
