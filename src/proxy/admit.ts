import { Interruption, withDeadline, type Deadline } from '../core/api/deadline.js';
import { Refused } from './refused.js';
import type { ProxyCall } from './route.js';

/** `true` lets a request pass, `'not-found'` has it answered as if there were no such thing, `false` refuses it. */
export type Authorization = boolean | 'not-found';

/** Says whether a request may be made. `call` is what it asks for. */
export type Authorize = (request: Request, call: ProxyCall) => Authorization | Promise<Authorization>;

/**
 * Asks whether a request may be made. Nothing but `true` lets it pass; one that does not say so in time is refused.
 *
 * @param onThrown hears what it threw, or that it did not answer.
 * @throws Refused 403 or 404
 */
export async function admit(
  ask: () => ReturnType<Authorize>,
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
  if (answer === 'not-found') throw new Refused(404, 'there is no such thing for you');
  if (answer !== true) throw new Refused(403, 'not authorized to ask this');
}
