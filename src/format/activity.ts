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

/** The latest time that a `Date` can hold, Unix milliseconds. */
const MAX_TIME = 8.64e15;

/** A longer text comes from a damaged line. The page would show all of it. */
const text = v.pipe(v.string(), v.maxLength(1000));

/** Something that happened to a fleet. The dashboard's server keeps the entries in a file. */
export const activityEntrySchema = v.object({
  key: text,
  /** Unix milliseconds. */
  at: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TIME)),
  kind: v.picklist(Object.keys(activityKinds) as ActivityKind[]),
  resource: v.picklist(['database', 'index', 'fleet']),
  /** Empty for the fleet. */
  id: text,
  /** The name at that time; empty if it is not known. */
  name: text,
  /** The event in words, without the name of its resource. */
  text,
  /** Something that is wrong begins or ends. */
  phase: v.optional(v.picklist(['begun', 'ended'])),
  /** The field of the limit or of the state. */
  field: v.optional(text),
});

export type ActivityEntry = Readonly<v.InferOutput<typeof activityEntrySchema>>;

/** The answer of the dashboard's server to `/activity`. */
export interface ActivityAnswer {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
  /** Why the alerts of the monitor are not current. */
  readonly problem?: string | undefined;
}
