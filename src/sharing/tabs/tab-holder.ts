import type { Clock } from '../../core/shared/clock.js';
import { handsOver, PROOF_MS, wantsToHold, type Wishes } from './decisions.js';
import { createLockClaim } from './lock-claim.js';

/** One member's claim to own all keys and to give the turns. */
export interface TabHolder {
  /** Whether this member holds the lock, as far as it knows. */
  readonly isHeld: boolean;
  /** Whether the member proved a short time ago that it holds the lock. */
  readonly isProved: boolean;
  /** Waits for the lock, hands it over, or leaves the queue. */
  decide(wishes: Wishes): void;
  /** Notes what the browser's list said at `atMs`. */
  prove(isHolder: boolean, atMs: number): void;
  /** Notes that a member lives and answers. */
  heard(member: string): void;
  steal(): void;
  release(): Promise<void>;
}

export interface TabHolderOptions {
  readonly locks: LockManager;
  readonly lockName: string;
  readonly clock: Clock;
  readonly onBegin: () => void;
  /** Called when the lock was released or stolen. */
  readonly onEnd: () => void;
  readonly refused: (error: unknown) => void;
}

export function createTabHolder({ locks, lockName, clock, onBegin, onEnd, refused }: TabHolderOptions): TabHolder {
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
    get isHeld() {
      return claim.isHeld;
    },
    get isProved() {
      return claim.isHeld && clock.monotonic() - provedAtMs <= PROOF_MS;
    },
    decide(wishes) {
      if (wantsToHold(wishes)) claim.request();
      else if (!claim.isHeld || handsOver(wishes, answered)) void release();
    },
    prove(isHolder, atMs) {
      if (claim.isHeld) provedAtMs = isHolder ? atMs : -Infinity;
    },
    heard(member) {
      if (claim.isHeld) answered.add(member);
    },
    steal: () => claim.steal(),
    release,
  };
}
