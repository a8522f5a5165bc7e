import type { Subscription } from 'rxjs';
import { activityOf, type Activity } from '../core/fleet/activity.js';
import type { Fleet } from '../core/fleet/fleet.js';
import type { Transition } from '../core/fleet/transition.js';
import { transitionsOf } from '../core/fleet/transitions.js';

/** Something that happened, as plain JSON without records. */
export interface Action {
  readonly kind: Activity['kind'] | 'transition';
  readonly type: string;
  readonly detail: string;
  readonly at: number;
  readonly id?: string;
  readonly ids?: readonly string[];
}

/** A commit may change all databases at once. */
const MAX_IDS = 20;

export function followActions(fleet: Fleet, listener: (action: Action) => void): Subscription {
  const subscription = activityOf(fleet).subscribe((activity) => listener(activityAction(activity)));
  subscription.add(transitionsOf(fleet).subscribe((transition) => listener(transitionAction(transition))));
  return subscription;
}

function activityAction(activity: Activity): Action {
  switch (activity.kind) {
    case 'commit': {
      const ids = activity.ids.slice(0, MAX_IDS);
      const about = activity.ids.length === 1 ? ids.join() : `${activity.ids.length} ids`;
      return { ...activity, type: `commit ${activity.resource} ${about}`, detail: ids.join(', '), ids };
    }
    case 'drift': {
      const { resource, id, drift } = activity;
      return { ...activity, type: `drift ${resource} ${id}`, detail: drift.map(({ path }) => path).join(', ') };
    }
    case 'polling':
      return { ...activity, type: `polling ${activity.state}`, detail: activity.reason?.message ?? '' };
    default: {
      const { kind, operation, id = '' } = activity;
      const detail = kind === 'answer' ? `${Math.round(activity.durationMs)} ms` : '';
      const error = kind === 'failure' && { detail: activity.error.message, error: activity.error.toJSON() };
      return { ...activity, type: `${kind} ${operation} ${id}`.trim(), detail, ...error };
    }
  }
}

function transitionAction({ record: _, ...facts }: Transition): Action {
  const { id, field, from = 'none', to = 'none' } = facts;
  return { ...facts, kind: 'transition', type: `transition ${id}`, detail: `${field}: ${from} → ${to}` };
}
