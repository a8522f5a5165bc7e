import { checkedElsewhere, custom } from '../core/shared/option-schemas.js';

/** The options of every probe. */
export interface ProbeOptions {
  /** The interval between two reads of a resource, milliseconds, at least 1000. @default 30000 */
  readonly everyMs?: number | undefined;
  /** The deadline of one read, with its connection, milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** How many resources are read at the same time. @default 8 */
  readonly concurrency?: number | undefined;
}

/** `addUsageSource` checks the name and the other options. */
export const probeName = custom<string>(() => true);

export const probeEntries = {
  everyMs: checkedElsewhere<number>(),
  timeoutMs: checkedElsewhere<number>(),
  concurrency: checkedElsewhere<number>(),
};
