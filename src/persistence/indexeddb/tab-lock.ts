import type { StorageRole } from '../../core/fleet/storage.js';
import { refusal } from './open-database.js';

/** The Web Lock of a store. The tab that holds it is the leader. */
export class TabLock {
  role: StorageRole = 'follower';
  readonly #ending = new AbortController();
  readonly #released = new Promise<void>((resolve) => this.#ending.signal.addEventListener('abort', () => resolve()));
  onRole: () => void = () => {};

  /**
   * Requests the lock of a store. Resolves as soon as the role is known. A follower waits in the browser's queue of the
   * lock, and gets it when the leader releases it, closes or crashes.
   *
   * @throws FleetError `storage` without Web Locks
   */
  static async take(name: string): Promise<TabLock> {
    // Pages that are not secure have no Web Locks, although the types say so.
    const { locks } = navigator as { locks?: LockManager };
    if (locks === undefined) throw refusal(name, 'Web Locks are not available here. Serve the page over https');
    const lock = new TabLock();
    await new Promise<void>((resolve, reject) => {
      const request = locks.request(name, { ifAvailable: true }, (granted) => {
        const released = granted === null ? undefined : lock.#lead();
        resolve();
        return released;
      });
      request.catch(reject);
    });
    // The release ends the wait.
    const { signal } = lock.#ending;
    if (lock.role === 'follower') locks.request(name, { signal }, () => lock.#lead()).catch(() => {});
    return lock;
  }

  release(): void {
    this.#ending.abort();
  }

  #lead(): Promise<void> {
    this.role = 'leader';
    this.onRole();
    return this.#released;
  }
}
