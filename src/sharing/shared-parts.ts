import type { Kernel } from '../core/fleet/kernel.js';

/** The parts of a fleet that sharing reads and changes. Only the list holds credentials. */
export type SharedParts = ReturnType<typeof sharedPartsOf>;

export function sharedPartsOf({ options, clocks, commits, effects, databases, indices, list, known, reads }: Kernel) {
  const { limiter, orders } = effects;
  return {
    /** The base URL of the service: fleets with different ones share nothing. */
    service: options.baseUrl,
    /** The user name of the account, if it is known and is no secret: fleets with different ones share nothing. */
    account: options.account,
    clock: clocks.corrected,
    commits,
    databases,
    indices,
    list,
    known,
    /** By id, the last request if it is in flight or has failed. */
    requests: reads.lastRequests,
    orders,
    limiter,
  };
}
