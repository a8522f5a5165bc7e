import * as v from 'valibot';

/** The options of every probe. */
export interface ProbeOptions {
  /** The interval between two reads of a resource, milliseconds, at least 1000. @default 30000 */
  readonly everyMs?: number | undefined;
  /** The deadline of one read, with its connection, milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** How many resources are read at the same time. @default 8 */
  readonly concurrency?: number | undefined;
}

/** The schemas of these options and of the name: `addUsageSource` checks them. */
export const probeEntries = {
  name: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.custom<string>(() => true)),
  everyMs: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.custom<number>(() => true)),
  timeoutMs: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.custom<number>(() => true)),
  concurrency: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.custom<number>(() => true)),
};
