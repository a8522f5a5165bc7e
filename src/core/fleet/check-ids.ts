import { inspectId } from '../wire/identifier.js';
import type { Operation } from '../shared/fleet-error.js';
import { invalidRequest, refuseIssues, issueUnless } from '../shared/refuse-issues.js';
import type { EntityStore } from '../store/entity-store.js';
import type { EntityViews } from '../store/view.js';

/** Reads one id or several, without duplicates. @throws FleetError `invalid-request` */
export function checkIds(ids: unknown): readonly string[] {
  if (typeof ids === 'string') return [checkId(ids)];
  const list = readList(ids);
  const issues = list.flatMap((id, index) => inspectId(id, `ids[${index}]`));
  refuseIssues('get-database', issues);
  return [...new Set(list as string[])];
}

export function checkId(id: unknown, operation: Operation = 'get-database'): string {
  refuseIssues(operation, inspectId(id));
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

/** The views of a store, with checked arguments. `ids` is left out: its public name differs by resource. */
export function checkedViews<R extends object>(
  store: EntityStore<R>,
  operation?: Operation,
): Omit<EntityViews<R>, 'ids'> {
  return {
    all: store.all,
    entry: (id) => store.entry(checkId(id, operation)),
    record: (id) => store.record(checkId(id, operation)),
    field(id, field) {
      refuseIssues('configure', issueUnless(typeof field === 'string', 'field', 'expected the name of a field'));
      return store.field(checkId(id, operation), field);
    },
    select(id, selector, equals) {
      refuseIssues('configure', [
        ...issueUnless(typeof selector === 'function', 'selector', 'expected a function'),
        ...issueUnless(equals === undefined || typeof equals === 'function', 'equals', 'expected a function'),
      ]);
      return store.select(checkId(id, operation), selector, equals);
    },
  };
}
