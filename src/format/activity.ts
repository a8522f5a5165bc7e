import type { ResourceKind } from '../core/shared/resource-kind.js';

/** The kinds of activity, with their names in filters. */
export const activityKinds = {
  state: 'State changes',
  limit: 'Limits',
  create: 'Creates',
  outage: 'Outages',
  alert: 'Alerts',
} as const;

export type ActivityKind = keyof typeof activityKinds;

/** Something that happened to a fleet. */
export interface ActivityEntry {
  readonly key: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly kind: ActivityKind;
  readonly resource: ResourceKind | 'fleet';
  /** Empty for the fleet. */
  readonly id: string;
  /** The name at that time; empty if it is not known. */
  readonly name: string;
  /** The event in words, without the name of its resource. */
  readonly text: string;
  /** Something that is wrong begins or ends. */
  readonly phase?: 'begun' | 'ended' | undefined;
  /** The field of the limit or of the state. */
  readonly field?: string | undefined;
}

/** The answer of the dashboard's server to `/activity`. */
export interface ActivityAnswer {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
  /** Why the alerts of the monitor are not current. */
  readonly problem?: string | undefined;
}
