import { callOptions, type CallOptions } from '../client/call-options.js';
import { checkOptions } from '../shared/read-options.js';
import { FleetError } from '../shared/fleet-error.js';
import { inspectId } from '../wire/identifier.js';
import type { DatabaseCredentials } from './databases.js';
import type { Fleet } from './fleet.js';
import { liveKernelOf, type Kernel } from './kernel.js';

/**
 * Reads one database with its credentials now, as `databases.refresh` does without them. They are kept in memory only, for
 * `databases.credentials(id)`.
 *
 * @returns the credentials that the service sent for this id; `undefined` if it sent none
 * @throws FleetError any code of `databases.refresh`; `forbidden` in a fleet without credentials of an account, such as
 *   behind the proxy
 * @example
 * ```ts
 * const { password } = (await fetchCredentials(fleet, '93e3a3e0b1')) ?? {};
 * ```
 * @see api.md, Get a database.
 */
export async function fetchCredentials(
  fleet: Fleet,
  id: string,
  options?: CallOptions,
): Promise<DatabaseCredentials | undefined> {
  const kernel = liveKernelOf(fleet, 'fetchCredentials', 'get-database');
  const { signal } = checkOptions('get-database', callOptions, options, '', inspectId(id));
  return readCredentials(kernel, id, signal);
}

const WITHOUT_ACCOUNT =
  'credentials are not available without an account: behind a proxy they stay on the server. Call fetchCredentials there';

export async function readCredentials(
  { effects, known, reads, answers }: Kernel,
  id: string,
  signal?: AbortSignal,
): Promise<DatabaseCredentials | undefined> {
  if (!effects.operations.hasAccount) throw new FleetError('forbidden', 'get-database', WITHOUT_ACCOUNT);
  const { credentialWants } = reads;
  const want = credentialWants.get(id) ?? { callers: 0, isAnswered: false };
  want.callers += 1;
  credentialWants.set(id, want);
  try {
    // The call may join a request that does not ask for credentials.
    do await known.requestCredentials(id, signal);
    while (!want.isAnswered);
  } finally {
    want.callers -= 1;
    if (want.callers === 0) credentialWants.delete(id);
  }
  return answers.database.credentials(id);
}
