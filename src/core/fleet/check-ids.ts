import { inspectId } from '../wire/identifier.js';
import { invalidRequest, refuseIssues, issueUnless } from '../shared/refuse-issues.js';
import type { EntityStore } from '../store/entity-store.js';
import type { EntityViews } from '../store/view.js';

/** Reads one id or several, without duplicates. @throws FleetError `invalid-request` */
export function checkIds(ids: unknown): readonly string[] {
  if (typeof ids === 'string') return [checkId(ids)];
  const list = readList(ids);
  refuseIssues(
    'get-database',
    list.flatMap((id, index) => inspectId(id, `ids[${index}]`)),
  );
  return [...new Set(list as string[])];
}

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

/** The views of a store, with checked arguments. `ids` is left out: its public name differs by resource. */
export function checkedViews<R extends object>(store: EntityStore<R>): Omit<EntityViews<R>, 'ids'> {
  return {
    all: store.all,
    entry: (id) => store.entry(checkId(id)),
    record: (id) => store.record(checkId(id)),
    field(id, field) {
      refuseIssues('configure', issueUnless(typeof field === 'string', 'field', 'expected the name of a field'));
      return store.field(checkId(id), field);
    },
    select(id, selector, equals) {
      const isEquality = equals === undefined || typeof equals === 'function';
      refuseIssues('configure', [
        ...issueUnless(typeof selector === 'function', 'selector', 'expected a function'),
        ...issueUnless(isEquality, 'equals', 'expected a function'),
      ]);
      return store.select(checkId(id), selector, equals);
    },
  };
}
