import type { RateLimit } from '../../core/polling/token-bucket.js';
import type { Clock } from '../../core/shared/clock.js';
import type { TurnLedger } from './turn-ledger.js';
import { createTurnQueue, type TurnQueue, type WaitingRequest } from './turn-queue.js';

/** A new holder waits at most this long for the others. A member that was stopped does not answer. */
const SETTLE_MS = 300;

/** Gives turns while this member is the holder. It begins when all other members have told which numbers they know. */
export type TurnGiver = ReturnType<typeof createTurnGiver>;

export interface TurnGiverOptions {
  readonly rate: RateLimit;
  readonly clock: Clock;
  readonly ledger: TurnLedger;
  readonly others: ReadonlySet<string>;
  readonly give: (request: WaitingRequest, turns: readonly number[]) => void;
}

export function createTurnGiver({ rate, clock, ledger, others, give }: TurnGiverOptions) {
  const silent = new Set(others);
  let early: WaitingRequest[] = [];
  let queue: TurnQueue | undefined;
  let isStopped = false;
  const cancelTimer = clock.schedule(begin, SETTLE_MS);
  beginIfHeard();

  function begin(): void {
    cancelTimer();
    if (isStopped || queue !== undefined) return;
    queue = createTurnQueue({ rate, clock, bucket: ledger.bucket, give: giveTurns });
    queue.startAfter(ledger.firstAsHolder);
    for (const request of early) queue.add(request);
    early = [];
  }

  function beginIfHeard(): void {
    if (silent.size === 0) begin();
  }

  function giveTurns(request: WaitingRequest, turns: readonly number[]): void {
    ledger.given(turns);
    give(request, turns);
  }

  return {
    add(request: WaitingRequest) {
      if (queue === undefined) early.push(request);
      else queue.add(request);
    },
    heard(member: string) {
      if (silent.delete(member)) beginIfHeard();
    },
    /** Forgets the requests of members that are gone. */
    keep(isLive: (member: string) => boolean) {
      for (const member of silent) if (!isLive(member)) silent.delete(member);
      queue?.keep(isLive);
      beginIfHeard();
    },
    stop() {
      isStopped = true;
      cancelTimer();
      queue?.stop();
    },
  };
}
