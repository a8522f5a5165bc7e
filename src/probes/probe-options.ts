import type { SingleUsageSource } from '../core/limits/usage-source.js';
import { checkedElsewhere } from '../core/shared/option-schemas.js';

/** The options of every probe. The deadline of a read includes its connection. */
export type ProbeOptions = Pick<SingleUsageSource, 'everyMs' | 'timeoutMs' | 'concurrency'>;

/** These options and the name: `addUsageSource` checks them. */
export const probeEntries = {
  name: checkedElsewhere<string>(),
  everyMs: checkedElsewhere<number>(),
  timeoutMs: checkedElsewhere<number>(),
  concurrency: checkedElsewhere<number>(),
};
