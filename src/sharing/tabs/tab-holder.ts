import type { Clock } from '../../core/shared/clock.js';
import { handsOver, PROOF_MS, wantsToHold, type Wishes } from './decisions.js';
import { createLockClaim } from './lock-claim.js';

export interface TabHolderOptions {
  readonly locks: LockManager;
  readonly lockName: string;
  readonly clock: Clock;
  readonly onBegin: () => void;
  /** Called when the lock was released or stolen. */
  readonly onEnd: () => void;
  readonly refused: (error: unknown) => void;
}

/** One member's claim to own all keys and to give the turns. */
export function createTabHolder({ locks, lockName, clock, onBegin, onEnd, refused }: TabHolderOptions) {
  let provedAtMs = -Infinity;
  const answered = new Set<string>();
  const claim = createLockClaim(locks, lockName, { held: onBegin, stolen: end, refused });

  function end(): void {
    provedAtMs = -Infinity;
    answered.clear();
    onEnd();
  }

  async function release(): Promise<void> {
    const wasHeld = claim.isHeld;
    const released = claim.release();
    if (wasHeld) end();
    await released;
  }

  return {
    /** Whether this member holds the lock, as far as it knows. */
    get isHeld(): boolean {
      return claim.isHeld;
    },
    /** Whether the member proved a short time ago that it holds the lock. */
    get isProved(): boolean {
      return claim.isHeld && clock.monotonic() - provedAtMs <= PROOF_MS;
    },
    /** Waits for the lock, hands it over, or leaves the queue. */
    decide(wishes: Wishes) {
      if (wantsToHold(wishes)) claim.request();
      else if (!claim.isHeld || handsOver(wishes, answered)) void release();
    },
    /** Records whether the list of locks from `atMs` shows this member as the holder. */
    prove(isHolder: boolean, atMs: number) {
      if (claim.isHeld) provedAtMs = isHolder ? atMs : -Infinity;
    },
    /** To be called for each message of another member: it lives and answers. */
    heard(member: string) {
      if (claim.isHeld) answered.add(member);
    },
    steal: () => claim.steal(),
    release,
  };
}
