import { readyAt, refill, take, type RateLimit, type TokenBucket } from '../../core/polling/token-bucket.js';
import type { Clock } from '../../core/shared/clock.js';
import type { TurnRequest } from '../engine.js';

export interface WaitingRequest extends TurnRequest {
  readonly from: string;
  /** Differs from the numbers of all other requests of this member. */
  readonly requestId: number;
}

/** A member waits for at most one urgent request and one other request. Only a foreign script sends more than this. */
export const MAX_WAITING = 10;

/**
 * Gives the turns of a group, at its rate. The members get turns one after another, however many each of them asks for.
 * An urgent request comes first, but not twice in a row while a request that is not urgent waits.
 */
export type TurnQueue = ReturnType<typeof createTurnQueue>;

export interface TurnQueueOptions {
  readonly rate: RateLimit;
  readonly clock: Clock;
  readonly bucket: TokenBucket;
  readonly give: (request: WaitingRequest, turns: readonly number[]) => void;
}

export function createTurnQueue({ rate, clock, bucket: firstBucket, give }: TurnQueueOptions) {
  /** The requests of each member. The member that got the last turn comes last. */
  const waiting = new Map<string, WaitingRequest[]>();
  let wasUrgent = false;
  let bucket = firstBucket;
  let lastTurn = 0;
  let cancelTimer: (() => void) | undefined;

  function takeTurns(count: number): number[] {
    const turns: number[] = [];
    while (turns.length < count && readyAt(bucket) <= clock.monotonic()) {
      // Time passes while turns are given: a token that has just come must not stay in the bucket.
      bucket = take(refill(bucket, rate, clock.monotonic()));
      turns.push(++lastTurn);
    }
    return turns;
  }

  function remove(request: WaitingRequest): void {
    const left = waiting.get(request.from)?.filter((other) => other !== request) ?? [];
    waiting.delete(request.from);
    if (left.length > 0) waiting.set(request.from, left);
  }

  function giveTurns(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    bucket = refill(bucket, rate, clock.monotonic());
    while (readyAt(bucket) <= clock.monotonic()) {
      const next = firstRequest(waiting, !wasUrgent) ?? firstRequest(waiting, wasUrgent);
      if (next === undefined) return;
      const share = Math.max(1, Math.floor(bucket.tokens / waiting.size));
      remove(next);
      wasUrgent = next.isUrgent;
      lastTurn = Math.max(lastTurn, next.after);
      give(next, takeTurns(Math.min(next.count, share)));
    }
    if (waiting.size > 0) cancelTimer = clock.schedule(giveTurns, readyAt(bucket) - clock.monotonic());
  }

  return {
    /** Adds a request. Does nothing if the request waits already, or the member has too many. */
    add(request: WaitingRequest) {
      const { from, requestId } = request;
      const requests = waiting.get(from) ?? [];
      if (requests.length >= MAX_WAITING || requests.some((other) => other.requestId === requestId)) return;
      waiting.set(from, [...requests, request]);
      giveTurns();
    },
    keepOnly(isLive: (member: string) => boolean) {
      for (const from of waiting.keys()) if (!isLive(from)) waiting.delete(from);
    },
    /** All later turns get greater numbers than this one. */
    startAfter(turn: number) {
      lastTurn = Math.max(lastTurn, turn);
    },
    stop() {
      waiting.clear();
      cancelTimer?.();
    },
  };
}

function firstRequest(waiting: ReadonlyMap<string, readonly WaitingRequest[]>, isUrgent: boolean) {
  for (const requests of waiting.values()) {
    const found = requests.find((request) => request.isUrgent === isUrgent);
    if (found !== undefined) return found;
  }
  return undefined;
}
