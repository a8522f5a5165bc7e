import type { AnswerExchange } from './answer-exchange.js';
import type { Envelope, Message, SharedAnswer, Want } from './messages.js';
import type { Wants } from './wants.js';

/** The messages that a member sends. Changes within one task are sent in one message. */
export type Outbox = ReturnType<typeof createOutbox>;

export interface OutboxOptions {
  readonly wants: Wants;
  readonly answersOf: (key: string) => AnswerExchange;
  readonly send: (envelope: Envelope, to?: string) => void;
}

/** Wants in one message: about 200 kB. */
const MAX_WANTS = 5000;

export function createOutbox({ wants, answersOf, send }: OutboxOptions) {
  const changedWants = new Map<string, number | null>();
  const orders = new Map<string, number>();
  let number = 0;
  let isPaused = false;

  function sendToAll(message: Message): void {
    number += 1;
    send({ number, message });
  }

  /** The first message tells the others to forget the earlier wants of this member. */
  function allWants(): Message[] {
    const chunks = chunksOf(isPaused ? [] : [...wants.own]);
    return chunks.map((chunk, index) => ({ kind: 'wants', wants: chunk, isFirst: index === 0 }));
  }

  /** Announces all paces, in place of the paces announced before. */
  function announceWants(): void {
    changedWants.clear();
    for (const message of allWants()) sendToAll(message);
  }

  function sendChangedWants(): void {
    if (changedWants.size === 0) return;
    for (const chunk of chunksOf([...changedWants])) sendToAll({ kind: 'wants', wants: chunk });
    changedWants.clear();
  }

  function sendAnswered(): void {
    const answers: SharedAnswer[] = [];
    for (const [key, order] of orders) {
      const answer = answersOf(key).describe(key, order);
      if (answer !== undefined) answers.push(answer);
    }
    orders.clear();
    if (answers.length > 0) sendToAll({ kind: 'answers', answers });
  }

  return {
    /** Announces the pace of one key; `Infinity`: this member does not want it any more. */
    wantChanged(key: string, everyMs: number) {
      if (isPaused) return;
      if (changedWants.size === 0) queueMicrotask(sendChangedWants);
      changedWants.set(key, everyMs === Infinity ? null : everyMs);
    },
    announceWants,
    /** A paused member wants nothing. */
    setPaused(next: boolean) {
      if (next === isPaused) return;
      isPaused = next;
      announceWants();
    },
    answered(key: string, order: number) {
      if (orders.size === 0) queueMicrotask(sendAnswered);
      orders.set(key, order);
    },
    hold: (delayMs: number) => sendToAll({ kind: 'hold', delayMs }),
    /** Asks a member for the answers for some keys, or for everything. */
    ask: (keys: readonly string[] | undefined, to: string) => send({ message: { kind: 'ask', keys } }, to),
    sendWants(to: string) {
      for (const message of allWants()) send({ message }, to);
    },
    sendAnswers: (answers: readonly SharedAnswer[], to: string) => send({ message: { kind: 'answers', answers } }, to),
    sendHold: (delayMs: number, to: string) => send({ message: { kind: 'hold', delayMs } }, to),
    retry: (key: string) => sendToAll({ kind: 'retry', key }),
    pulse: (latest: number) => send({ number, message: { kind: 'pulse', latest } }),
  };
}

/** At least one chunk: an empty list tells the others that this member wants nothing. */
function chunksOf(wants: readonly Want[]): (readonly Want[])[] {
  const count = Math.max(1, Math.ceil(wants.length / MAX_WANTS));
  return Array.from({ length: count }, (_, nth) => wants.slice(nth * MAX_WANTS, (nth + 1) * MAX_WANTS));
}
