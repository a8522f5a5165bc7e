import { inspectId } from '../api/identifier.js';
import { invalidRequest, refuseIssues } from '../api/refuse-issues.js';

/**
 * Reads one id or several, without duplicates.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid id
 */
export function checkIds(ids: unknown): readonly string[] {
  if (typeof ids === 'string') return [checkId(ids)];
  const list = readList(ids);
  refuseIssues(
    'get-database',
    list.flatMap((id, at) => inspectId(id, `ids[${at}]`)),
  );
  return [...new Set(list as string[])];
}

/** @throws FleetError `invalid-request` */
export function checkId(id: unknown): string {
  refuseIssues('get-database', inspectId(id));
  return id as string;
}

function readList(ids: unknown): unknown[] {
  try {
    if (typeof ids === 'object') return [...(ids as Iterable<unknown>)];
  } catch {
    // The value is not iterable, or its iterator throws.
  }
  throw invalidRequest('get-database', [{ path: 'ids', message: 'expected an id or a list of ids' }]);
}
