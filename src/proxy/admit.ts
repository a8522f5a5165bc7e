import { Interruption, withDeadline, type Deadline } from '../api/deadline.js';
import { Refused } from './refused.js';
import type { ProxyCall } from './route.js';

/** Says whether a request may be made: `true` lets it pass. `call` is what it asks for. */
export type Authorize = (request: Request, call: ProxyCall) => boolean | Promise<boolean>;

/**
 * Asks whether a request may be made. Nothing but `true` lets it pass; one that does not say so in time is refused.
 *
 * @param onThrown hears what it threw, or that it did not answer.
 * @throws Refused 403
 */
export async function admit(
  ask: () => boolean | Promise<boolean>,
  deadline: Deadline,
  onThrown: (thrown: unknown) => void,
): Promise<void> {
  let answer: unknown;
  try {
    answer = await withDeadline(deadline, async () => ask());
  } catch (thrown) {
    const { reason } = thrown instanceof Interruption ? thrown : {};
    if (reason === 'aborted') throw thrown;
    onThrown(reason === 'timeout' ? new Error(`authorize gave no answer within ${deadline.timeoutMs} ms`) : thrown);
  }
  if (answer !== true) throw new Refused(403, 'not authorized to ask this');
}
