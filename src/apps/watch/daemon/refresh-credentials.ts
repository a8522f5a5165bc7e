import type { Credentials } from '../../../core/wire/credentials.js';
import type { Fleet } from '../../../core/fleet/fleet.js';
import type { Clock } from '../../../core/shared/clock.js';

export interface RefreshCredentialsOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  /** Reads the files again. @returns `undefined` if they have not changed or cannot be used */
  readonly read: () => Promise<Credentials | undefined>;
  readonly onChanged: (credentials: Credentials) => void;
}

/** A new secret may be mounted some time after the service refuses the old one. */
const EVERY_MS = 10_000;

/** Reads the account's secret files while the service refuses the account. @returns a function that ends this */
export function refreshCredentials({ fleet, clock, read, onChanged }: RefreshCredentialsOptions): () => void {
  let cancel: (() => void) | undefined;
  let isEnded = false;

  async function look(): Promise<void> {
    const credentials = await read().catch(() => undefined);
    if (isEnded || cancel === undefined) return;
    if (credentials !== undefined) onChanged(credentials);
    cancel = clock.schedule(() => void look(), EVERY_MS);
  }
  const subscription = fleet.polling.status.subscribe(({ reason }) => {
    const isRefused = reason?.code === 'unauthorized' || reason?.code === 'forbidden';
    if (isRefused === (cancel !== undefined)) return;
    cancel?.();
    cancel = isRefused ? clock.schedule(() => void look(), 0) : undefined;
  });
  return () => {
    isEnded = true;
    subscription.unsubscribe();
    cancel?.();
  };
}
