import { issueUnless, refuseIssues } from '../api/refuse-issues.js';
import type { EntityStore } from '../state/entity-store.js';
import type { EntityViews } from '../state/entity-views.js';
import { checkId } from './check-ids.js';

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
