import type { SharingGroup, TurnRequest } from '../engine.js';
import type { NumberedRequest, TabMessage } from './tab-messages.js';
import type { TurnLedger } from './turn-ledger.js';
import { createTurnQueue, type TurnQueue, type WaitingRequest } from './turn-queue.js';

interface Wait {
  readonly request: NumberedRequest;
  readonly resolve: (turns: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

export interface TurnDeskOptions {
  readonly id: string;
  readonly group: SharingGroup;
  readonly ledger: TurnLedger;
  readonly post: (message: TabMessage) => void;
}

/** The turns that one member waits for and, while it holds the lock, the turns that it gives. */
export function createTurnDesk({ id, group, ledger, post }: TurnDeskOptions) {
  const waits = new Map<number, Wait>();
  let requestCount = 0;
  let giver: ReturnType<typeof createTurnGiver> | undefined;

  const requests = (): NumberedRequest[] => [...waits.values()].map(({ request }) => request);

  function resolve(requestId: number, turns: readonly number[]): void {
    const wait = waits.get(requestId);
    wait?.resolve(turns.slice(0, wait.request.count));
    waits.delete(requestId);
  }

  function stopGiving(): void {
    giver?.stop();
    giver = undefined;
  }

  return {
    get isWaiting(): boolean {
      return waits.size > 0;
    },
    acquire({ count, isUrgent, after }: TurnRequest) {
      ledger.know(after);
      const request = { requestId: ++requestCount, count, isUrgent, after: Math.min(after, ledger.last) };
      const turns = new Promise<readonly number[]>((settle, reject) => {
        waits.set(request.requestId, { request, resolve: settle, reject });
      });
      if (giver === undefined) post({ kind: 'state', after: ledger.last, requests: [request], isPing: false });
      else giver.add({ ...request, from: id });
      return turns;
    },
    state: (isPing: boolean): TabMessage => ({ kind: 'state', after: ledger.last, requests: requests(), isPing }),
    /** Begins to give turns, when all these members have told their state. */
    begin(others: ReadonlySet<string>) {
      stopGiving();
      giver = createTurnGiver({
        group,
        ledger,
        others,
        give({ from: to, requestId }, turns) {
          ledger.given(turns);
          // The others hear the turns of this member too: one of them is the next holder.
          post({ kind: 'give', to, requestId, turns });
          if (to === id) resolve(requestId, turns);
        },
      });
      for (const request of requests()) giver.add({ ...request, from: id });
    },
    stopGiving,
    hear(from: string, message: TabMessage) {
      if (message.kind === 'state') {
        ledger.know(message.after);
        for (const request of message.requests) {
          ledger.know(request.after);
          giver?.add({ ...request, after: Math.min(request.after, ledger.last), from });
        }
      }
      if (message.kind === 'give' && ledger.isPossible(message.turns.at(-1) ?? 0)) {
        ledger.given(message.turns);
        if (message.to === id) resolve(message.requestId, message.turns);
      }
      giver?.heard(from);
    },
    keepOnly: (isLive: (member: string) => boolean) => giver?.keepOnly(isLive),
    end(reason: string) {
      stopGiving();
      for (const { reject } of waits.values()) reject(new Error(reason));
      waits.clear();
    },
  };
}

/** A new holder waits at most this long for the others. A member that was stopped does not answer. */
const SETTLE_MS = 300;

interface TurnGiverOptions extends Pick<TurnDeskOptions, 'group' | 'ledger'> {
  readonly others: ReadonlySet<string>;
  readonly give: (request: WaitingRequest, turns: readonly number[]) => void;
}

/** Gives turns while this member is the holder. It begins when all other members have told which numbers they know. */
function createTurnGiver({ group, ledger, others, give }: TurnGiverOptions) {
  const { rate, clock } = group;
  const silent = new Set(others);
  let early: WaitingRequest[] = [];
  let queue: TurnQueue | undefined;
  const cancelTimer = clock.schedule(begin, SETTLE_MS);
  beginIfHeard();

  function begin(): void {
    cancelTimer();
    if (queue !== undefined) return;
    queue = createTurnQueue({ rate, clock, bucket: ledger.bucket, give });
    queue.startAfter(ledger.firstAsHolder);
    for (const request of early) queue.add(request);
    early = [];
  }

  function beginIfHeard(): void {
    if (silent.size === 0) begin();
  }

  return {
    add(request: WaitingRequest) {
      if (queue === undefined) early.push(request);
      else queue.add(request);
    },
    heard(member: string) {
      if (silent.delete(member)) beginIfHeard();
    },
    keepOnly(isLive: (member: string) => boolean) {
      for (const member of silent) if (!isLive(member)) silent.delete(member);
      queue?.keepOnly(isLive);
      beginIfHeard();
    },
    stop() {
      cancelTimer();
      queue?.stop();
    },
  };
}
