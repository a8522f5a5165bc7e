import { withDeadline, type Deadline } from '../core/wire/deadline.js';
import { isObject } from '../core/shared/is-object.js';
import { splitList } from '../core/records/split-list.js';
import type { IndexRecord } from '../core/records/vector-index.js';

/** Selects the elements of `indices` for the visitor of `request`. */
export type FilterIndices = (
  request: Request,
  indices: readonly IndexRecord[],
) => readonly IndexRecord[] | Promise<readonly IndexRecord[]>;

/**
 * Reduces the JSON text of a list to the elements that a filter selects. The texts of these elements stay unchanged.
 *
 * @throws Error if the filter misses the deadline, or returns anything other than elements of the list
 */
export async function filterIndexList(
  text: string,
  filter: (indices: readonly IndexRecord[]) => ReturnType<FilterIndices>,
  deadline: Deadline,
): Promise<string> {
  const elements = JSON.parse(text) as unknown[];
  const indices = elements.filter(isObject) as unknown as IndexRecord[];
  const lateError = (): Error => new Error(`filterIndices did not answer within ${deadline.timeoutMs} ms`);
  const chosen: unknown = await withDeadline(deadline, async () => filter(indices), lateError);
  const given = new Set<unknown>(elements);
  if (!Array.isArray(chosen) || !chosen.every((index) => isObject(index) && given.has(index)))
    throw new TypeError('filterIndices must return elements of the list that it was given');
  const shown = new Set<unknown>(chosen);
  const shownTexts = [...(splitList(text, Infinity) ?? [])].filter((_, place) => shown.has(elements[place]));
  return `[${shownTexts.join(',')}]`;
}
