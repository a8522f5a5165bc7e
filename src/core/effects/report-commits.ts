import type { Clock } from '../shared/clock.js';
import { deepEqual } from '../shared/deep-equal.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Events } from '../state/events.js';
import type { Activity } from './activity.js';

/** Emits an activity for the records that each commit changed, and for each change of a record's drift. */
export function reportCommits<R extends object>(
  resource: ResourceKind,
  store: EntityStore<R>,
  { activity, commits, clock }: { activity: Events<Activity>; commits: Commits; clock: Clock },
): void {
  let changed: string[] = [];

  function flush(): void {
    activity.emit({ kind: 'commit', resource, ids: changed, at: clock.now() });
    changed = [];
  }

  store.onChange((id, before, after) => {
    if (!activity.isObserved || before.record === after.record) return;
    if (changed.length === 0) commits.afterCommit(flush);
    changed.push(id);
    if (after.drift.length > 0 && !deepEqual(after.drift, before.drift))
      activity.emit({ kind: 'drift', resource, id, drift: after.drift, at: clock.now() });
  });
}
