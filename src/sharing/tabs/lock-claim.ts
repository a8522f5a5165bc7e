export interface LockClaimListener {
  held(): void;
  /** Another page stole the lock. */
  stolen(): void;
  /** The browser refused the request, for example because the page may not use locks. */
  refused(error: unknown): void;
}

interface Attempt {
  readonly ending: AbortController;
  readonly release: () => void;
  isHeld: boolean;
}

export function createLockClaim(locks: LockManager, name: string, listener: LockClaimListener) {
  let current: Attempt | undefined;
  const running = new Set<Promise<void>>();

  function start(steal: boolean): void {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const attempt: Attempt = { ending: new AbortController(), release, isHeld: false };
    current = attempt;
    // A request that steals cannot have a signal.
    const options: LockOptions = steal ? { steal } : { signal: attempt.ending.signal };
    const run = async (): Promise<void> => {
      try {
        await locks.request(name, options, () => {
          if (attempt !== current) return undefined;
          attempt.isHeld = true;
          listener.held();
          return released;
        });
      } catch (error) {
        if (attempt !== current) return;
        current = undefined;
        if (attempt.isHeld) listener.stolen();
        else listener.refused(error);
      }
    };
    const attempted = run().finally(() => running.delete(attempted));
    running.add(attempted);
  }

  function end(): void {
    const attempt = current;
    current = undefined;
    attempt?.release();
    attempt?.ending.abort();
  }

  return {
    get isHeld(): boolean {
      return current?.isHeld === true;
    },
    /** Waits for the lock in the browser's queue. Does nothing while the claim waits or holds. */
    request() {
      if (current === undefined) start(false);
    },
    steal() {
      end();
      start(true);
    },
    /** Gives up the lock, or the place in the queue. Resolves when the browser knows it. */
    async release() {
      end();
      await Promise.all(running);
    },
  };
}
