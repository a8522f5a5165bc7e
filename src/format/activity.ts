import * as v from 'valibot';

/** The kinds of activity, with their names in filters. */
export const activityKinds = {
  state: 'State changes',
  limit: 'Limits',
  create: 'Creates',
  outage: 'Outages',
  alert: 'Alerts',
} as const;

type ActivityKind = keyof typeof activityKinds;

/** Something that happened to a fleet. The dashboard's server keeps it in a file. */
export const activityEntrySchema = v.object({
  key: v.string(),
  /** Unix milliseconds. */
  at: v.number(),
  kind: v.picklist(Object.keys(activityKinds) as ActivityKind[]),
  resource: v.picklist(['database', 'index', 'fleet']),
  /** Empty for the fleet. */
  id: v.string(),
  /** The name at that time; empty if it is not known. */
  name: v.string(),
  /** The event in words, without the name of its resource. */
  text: v.string(),
  /** Something that is wrong begins or ends. */
  phase: v.optional(v.picklist(['begun', 'ended'])),
  /** The field of the limit or of the state. */
  field: v.optional(v.string()),
});

export type ActivityEntry = Readonly<v.InferOutput<typeof activityEntrySchema>>;

/** The answer of the dashboard's server to `/activity`. */
export interface ActivityAnswer {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
  /** Why the alerts of the monitor are not current. */
  readonly problem?: string | undefined;
}
