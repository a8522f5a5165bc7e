import type { Subscription } from 'rxjs';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage-part.js';
import type { PollingStatus } from '../../core/polling/polling-status.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/store/entry.js';
import type { TargetKind } from '../rules/rule.js';

export interface FollowTargetsOptions {
  readonly fleet: Fleet;
  readonly kernel: Kernel;
  /** Whether a target has an alert. Then each confirmation of its record counts as a change. */
  readonly hasAlert: (kind: ResourceKind, id: string) => boolean;
  readonly onChanged: (kind: TargetKind, id: string) => void;
  /** Called before `onChanged` when an index is absent from the list that had it. */
  readonly onAbsent: (id: string) => void;
}

/** An index was listed, and is absent from the list now. */
export function isAbsence(before: Entry<object>, after: Entry<object>): boolean {
  return after.status === 'missing' && before.record !== undefined;
}

export type FollowedTargets = ReturnType<typeof followTargets>;

/**
 * Listens to the stores of a fleet directly: a subscription to a record would make its id observed, and so be polled more
 * often. For an answer that confirms a record, a few comparisons are all it does.
 */
export function followTargets({ fleet, kernel, hasAlert, onChanged, onAbsent }: FollowTargetsOptions) {
  let polling: Subscription | undefined;
  let lastPolling: string | undefined;

  function onEntry(kind: ResourceKind, id: string, before: Entry<object>, after: Entry<object>): void {
    const isChanged =
      before === after ||
      before.record !== after.record ||
      before.status !== after.status ||
      (before.confirmedAt !== after.confirmedAt && hasAlert(kind, id));
    if (!isChanged) return;
    if (kind === 'index' && isAbsence(before, after)) onAbsent(id);
    onChanged(kind, id);
  }

  function onPolling({ state, reason }: PollingStatus): void {
    const now = `${state} ${reason?.message}`;
    if (now !== lastPolling) onChanged('fleet', '');
    lastPolling = now;
  }

  const stops = [
    kernel.databases.onChange((id, before, after) => onEntry('database', id, before, after)),
    kernel.indices.onChange((id, before, after) => onEntry('index', id, before, after)),
    usagePart(kernel).onChange(onChanged),
  ];

  return {
    /** Whether to follow the polling of the fleet. A subscription to its status costs a reading each second. */
    setPolling(isNeeded: boolean) {
      if (isNeeded === (polling !== undefined)) return;
      polling?.unsubscribe();
      polling = isNeeded ? fleet.polling.status.subscribe(onPolling) : undefined;
    },
    dispose() {
      polling?.unsubscribe();
      for (const stop of stops) stop();
    },
  };
}
