import { Interruption, withDeadline, type Deadline } from '../core/wire/deadline.js';
import { Refused } from './refused.js';
import type { ProxyCall } from './route.js';

/** The result of `authorize`: `true` allows the request, `'not-found'` answers it with 404, `false` with 403. */
export type Authorization = boolean | 'not-found';

/** Decides whether a request is allowed. `call` is its operation, with the id if there is one. */
export type Authorize = (request: Request, call: ProxyCall) => Authorization | Promise<Authorization>;

/**
 * Calls `authorize`. Only `true` within the deadline allows the request.
 *
 * @param onThrown called with the error of `authorize`, or with an error after the deadline
 * @throws Refused 403 or 404
 */
export async function admit(
  ask: () => ReturnType<Authorize>,
  deadline: Deadline,
  onThrown: (thrown: unknown) => void,
): Promise<void> {
  const lateError = (): Error => new Error(`authorize did not answer within ${deadline.timeoutMs} ms`);
  const answer: unknown = await withDeadline(deadline, async () => ask(), lateError).catch((thrown: unknown) => {
    if (thrown instanceof Interruption) throw thrown;
    onThrown(thrown);
  });
  if (answer === 'not-found') throw new Refused(404, 'not found');
  if (answer !== true) throw new Refused(403, 'not authorized');
}
