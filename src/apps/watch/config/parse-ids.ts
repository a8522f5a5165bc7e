import { parseJson } from '../../../core/wire/parse-json.js';
import { idProblem } from './id-source-config.js';

export interface IdAnswer {
  /** The valid ids, each once. */
  readonly ids: readonly string[];
  /** The problems of the ids that were left out, such as `line 2 must not contain a space`. Contains no id. */
  readonly invalid: readonly string[];
}

/** A source did not answer, or its answer is not a list of ids. The message contains nothing of the answer. */
export class IdSourceError extends Error {}

/** An id, and its place in the text, such as `line 2`. */
export interface PlacedId {
  readonly id: unknown;
  readonly place: string;
}

/**
 * Reads ids: one a line, a JSON array of strings, or a JSON object with such an array as `ids`. Lines may have comments
 * from `#` on.
 *
 * @param jsonOnly an answer that is not JSON is an error, such as a page of HTML
 * @throws IdSourceError
 */
export function parseIds(content: string, jsonOnly = false): IdAnswer {
  const placed = placeIds(content, jsonOnly);
  if (placed === undefined) throw new IdSourceError('expected a JSON array of ids, or {"ids": [...]}');
  const invalid: string[] = [];
  const ids = new Set<string>();
  for (const { id, place } of placed) {
    const problem = idProblem(id);
    if (problem === undefined) ids.add(id as string);
    else invalid.push(`${place}: ${problem}`);
  }
  return { ids: [...ids], invalid };
}

/** Finds the ids of a text, unchecked, with their places. @returns `undefined` for JSON without a list of ids */
export function placeIds(content: string, jsonOnly = false): PlacedId[] | undefined {
  const text = content.replace(/^\uFEFF/, '').trimEnd();
  if (!jsonOnly && !/^\s*[[{]/.test(text))
    return text
      .split('\n')
      .map((line, at) => ({ id: line.trim().replace(/(?:^|\s+)#.*$/, ''), place: `line ${at + 1}` }))
      .filter(({ id }) => id !== '');
  const parsed = parseJson(text);
  const list = Array.isArray(parsed) ? parsed : (parsed as { readonly ids?: unknown } | null | undefined)?.ids;
  return Array.isArray(list) ? list.map((id: unknown, at) => ({ id, place: `item ${at + 1}` })) : undefined;
}
