import { Interruption, withDeadline, type Deadline } from '../core/api/deadline.js';
import { isObject } from '../core/api/inspect.js';
import { splitItems } from '../core/api/split-json.js';
import type { IndexRecord } from '../core/api/vector-index.js';

/** Chooses the elements of `indices` that the visitor who sent `request` sees. */
export type FilterIndices = (
  request: Request,
  indices: readonly IndexRecord[],
) => readonly IndexRecord[] | Promise<readonly IndexRecord[]>;

/**
 * Cuts a list of vector indices down to the elements that a filter chooses. Each element stays as it was written.
 *
 * @param text a JSON list. Elements that are not objects are left out.
 * @throws Error for a filter that does not answer in time, or returns something else than elements of the list.
 */
export async function filterIndexList(
  text: string,
  filter: (indices: readonly IndexRecord[]) => ReturnType<FilterIndices>,
  deadline: Deadline,
): Promise<string> {
  const elements = JSON.parse(text) as unknown[];
  const indices = elements.filter(isObject) as unknown as IndexRecord[];
  const chosen: unknown = await withDeadline(deadline, async () => filter(indices)).catch((failure: unknown) => {
    const isLate = failure instanceof Interruption && failure.reason === 'timeout';
    throw isLate ? new Error(`filterIndices gave no answer within ${deadline.timeoutMs} ms`) : failure;
  });
  const given = new Set<unknown>(elements);
  if (!Array.isArray(chosen) || !chosen.every((index) => isObject(index) && given.has(index)))
    throw new TypeError('filterIndices must return elements of the list that it was given');
  const shown = new Set<unknown>(chosen);
  return `[${splitItems(text)
    .filter((_, at) => shown.has(elements[at]))
    .join(',')}]`;
}
