import type { StorageRole } from '../../core/fleet/storage.js';
import { once } from '../../core/shared/once.js';
import { refusal } from './open-database.js';

/** The Web Lock of a store. The tab that holds it is the leader. */
export interface TabLock {
  readonly role: StorageRole;
  /** Called when the role has changed. */
  onRole: () => void;
  /** Lets another tab become the leader. */
  release(): void;
}

/**
 * Requests a Web Lock. Resolves as soon as the role is known. A follower waits in the browser's queue of the lock, and
 * gets it when the leader releases it, closes or crashes.
 *
 * @throws FleetError `storage` without Web Locks
 */
export async function takeTabLock(name: string): Promise<TabLock> {
  const locks = locksFor(name);
  const ending = new AbortController();
  let letGo = (): void => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  let role: StorageRole = 'follower';

  function become(next: StorageRole): Promise<void> {
    const isNew = role !== next;
    role = next;
    if (isNew && !ending.signal.aborted) lock.onRole();
    return released;
  }

  /** Waits for the lock until the release. Another program of this origin can steal it: then the wait begins again. */
  async function wait(held: Promise<void>): Promise<void> {
    await held.catch(() => {});
    while (!ending.signal.aborted) {
      void become('follower');
      await locks.request(name, { signal: ending.signal }, () => become('leader')).catch(stopUnlessStolen);
    }
  }

  function stopUnlessStolen(error: unknown): void {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') ending.abort();
  }

  const lock: TabLock = {
    get role() {
      return role;
    },
    onRole: () => {},
    release: once(() => {
      ending.abort();
      letGo();
    }),
  };
  await new Promise<void>((resolve, reject) => {
    const held = locks.request(name, { ifAvailable: true }, (granted) => {
      if (granted !== null) role = 'leader';
      resolve();
      return granted === null ? undefined : released;
    });
    held.catch(reject);
    void wait(held);
  });
  return lock;
}

/** Pages that are not secure have no Web Locks, although the types say so. */
function locksFor(name: string): LockManager {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) throw refusal(name, 'Web Locks are not available here. Serve the page over https');
  return locks;
}
