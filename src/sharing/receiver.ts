import type { AnswerExchange } from './answer-exchange.js';
import { LIST_KEY, readEnvelope, type SharedAnswer } from './messages.js';
import { greatestPossible } from './possible-number.js';
import { takeFirst } from './take-first.js';
import type { LinkParts } from './upkeep.js';

export interface ReceiverOptions extends LinkParts {
  readonly answersOf: (key: string) => AnswerExchange;
  readonly databases: AnswerExchange;
  readonly list: AnswerExchange;
  readonly owns: (key: string) => boolean;
  /** Called with the keys that other members want at another pace. */
  readonly onWanted: (keys: Iterable<string>) => void;
}

interface Reply {
  readonly left: Set<string>;
  cancel: () => void;
}

/** Answers in one message of a reply: about 200 kB. Other tasks run between two messages. */
const REPLY_SIZE = 100;

const REPLY_PAUSE_MS = 10;

/** A greater age is an error of a clock, and would give a time that is no date. */
const MAX_AGE_MS = 365 * 24 * 3_600_000;

/** The limiter accepts no longer `Retry-After`, so no member sends a longer hold. */
const LONGEST_HOLD_MS = 3_600_000;

/** Applies the messages of other members. */
export function createReceiver(options: ReceiverOptions) {
  const { kernel, wants, peers, outbox, answersOf, databases, list, owns, onWanted } = options;
  const { limiter, orders, scheduler } = kernel.effects;
  const clock = kernel.clocks.corrected;
  const replies = new Map<string, Reply>();

  function apply(answers: readonly SharedAnswer[], from: string, ageMs: number): void {
    const lacking: string[] = [];
    kernel.commits.commit(() => {
      for (const answer of answers) {
        const age = Math.min(Math.max(0, (answer.ageMs ?? 0) + ageMs), MAX_AGE_MS);
        if (answersOf(answer.key).receive({ ...answer, ageMs: age })) lacking.push(answer.key);
      }
    });
    if (lacking.length > 0) outbox.ask(lacking, from);
  }

  /** Sends the last answers for keys, in pieces. Keys of a later request of the same member join the remaining keys. */
  function reply(keys: Iterable<string>, to: string): void {
    const running = replies.get(to);
    if (running !== undefined) {
      for (const key of keys) running.left.add(key);
      return;
    }
    const begun: Reply = { left: new Set(keys), cancel: () => {} };
    replies.set(to, begun);
    continueReply(to, begun);
  }

  function continueReply(to: string, running: Reply): void {
    const answers: SharedAnswer[] = [];
    for (const key of takeFirst(running.left, REPLY_SIZE)) {
      const answer = answersOf(key).describeWhole(key);
      if (answer !== undefined) answers.push(answer);
    }
    if (answers.length > 0) outbox.sendAnswers(answers, to);
    running.cancel = clock.schedule(() => {
      if (running.left.size > 0) return continueReply(to, running);
      replies.delete(to);
    }, REPLY_PAUSE_MS);
  }

  /** Sends the answers for the keys that this member polls, and for those whose last answer it sent. */
  function replyAll(to: string): void {
    outbox.sendWants(to);
    const { heldMs } = limiter;
    if (heldMs > 0) outbox.sendHold(heldMs, to);
    const keys = new Set([...list.sent(), ...databases.sent()]);
    if (owns(LIST_KEY)) keys.add(LIST_KEY);
    for (const { id } of kernel.databases.entries()) if (owns(id)) keys.add(id);
    reply(keys, to);
  }

  return {
    receive(value: unknown, from: string, ageMs: number) {
      const envelope = readEnvelope(value, greatestPossible(clock, orders.latest));
      if (envelope === undefined) return;
      const { number, message } = envelope;
      if (number !== undefined) peers.received(from, number, message.kind === 'pulse');
      switch (message.kind) {
        case 'wants':
          return onWanted(wants.setOthers(from, message.wants, message.isFirst === true));
        case 'answers':
          return apply(message.answers, from, ageMs);
        case 'hold':
          return limiter.hold(Math.max(0, Math.min(message.delayMs, LONGEST_HOLD_MS) - ageMs));
        case 'ask':
          return message.keys === undefined ? replyAll(from) : reply(message.keys, from);
        case 'retry':
          return scheduler.retry(message.key);
        case 'pulse':
          return message.latest === undefined ? undefined : orders.receive(message.latest);
      }
    },
    dispose: () => replies.forEach((running) => running.cancel()),
  };
}
