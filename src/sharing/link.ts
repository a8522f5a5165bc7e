import type { Kernel, SharingLink } from '../core/fleet/kernel.js';
import { MIN_INTERVAL_MS } from '../core/polling/cadence.js';
import type { MemberActivity, SharingStatus, TurnSource } from '../core/polling/key-owner.js';
import { AnswerExchange, type AnswerFacts } from './answer-exchange.js';
import { createConnection, type Connection } from './connection.js';
import { databaseAnswers } from './database-answers.js';
import type { SharingEngine } from './engine.js';
import { listAnswers } from './list-answers.js';
import { createOutbox, type Outbox } from './outbox.js';
import { createPeers } from './peers.js';
import { createReceiver } from './receiver.js';
import { createTurnSource } from './turn-source.js';
import { createUpkeep } from './upkeep.js';
import { createWants } from './wants.js';
import { LIST_KEY } from './messages.js';

const JOINING: SharingStatus = { state: 'joining', members: 1 };
const RENAMED = 'The user name has changed, so the fleet polls alone. Make a new fleet to share.';

interface Joined {
  readonly kernel: Kernel;
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly stop: () => void;
}

/** Connects one fleet to its group. The scheduler asks it which keys this fleet polls, and for turns of the rate. */
export class GroupLink implements SharingLink {
  /** Resolves when the fleet has left the group. */
  readonly left: Promise<void>;
  readonly takesOver = true;
  readonly turns: TurnSource;
  askedPerMs = 0;
  readonly #engine: SharingEngine;
  readonly #onEnded: () => void;
  readonly #wants = createWants();
  #joined: Joined | undefined;
  #activity: MemberActivity = 'polling';
  #end: (left: Promise<void> | undefined) => void = () => {};

  /** @param onEnded called when the fleet is disposed */
  constructor(engine: SharingEngine, onEnded: () => void) {
    this.#engine = engine;
    this.#onEnded = onEnded;
    this.left = new Promise((resolve) => (this.#end = (leaving) => resolve(leaving)));
    this.turns = createTurnSource(
      (count, isUrgent) => {
        if (this.#joined === undefined) return Promise.reject(new Error('the fleet is not complete'));
        const { connection, kernel } = this.#joined;
        return connection.acquire(count, isUrgent, () => kernel.effects.orders.latest);
      },
      () => this.#joined?.kernel.effects.scheduler.proceed(),
    );
  }

  get status(): SharingStatus {
    return this.#joined?.connection.status ?? JOINING;
  }

  owns(key: string): boolean {
    return this.#joined?.connection.owns(key) ?? false;
  }

  /** The member that owns a key polls it, at the fastest pace that any member asks for. */
  intervalMs(key: string, ownMs: number): number {
    this.askedPerMs += 1 / ownMs - 1 / (this.#wants.own.get(key) ?? Infinity);
    if (this.#wants.setOwn(key, ownMs)) this.#joined?.outbox.wantChanged(key, ownMs);
    if (!this.owns(key)) return Infinity;
    // Another program could have written the paces of others.
    return Math.max(MIN_INTERVAL_MS, Math.ceil(Math.min(ownMs, this.#wantedMs(key))));
  }

  retry(key: string): void {
    if (!this.owns(key)) this.#joined?.outbox.retry(key);
  }

  setActivity(activity: MemberActivity): void {
    if (activity === this.#activity) return;
    this.#activity = activity;
    this.#joined?.connection.setWilling(activity === 'polling');
    this.#joined?.outbox.setPaused(activity === 'paused');
  }

  join(kernel: Kernel): void {
    const { limiter, scheduler } = kernel.effects;
    const wants = this.#wants;
    const owns = (key: string): boolean => this.owns(key);
    const facts: AnswerFacts = {
      owns,
      isOrdered: (key, order) => !connection.isLocal(order) && (owns(key) || connection.isRecent(order)),
      answered: (key, order) => outbox.answered(key, order),
    };
    const databases = new AnswerExchange(kernel, databaseAnswers(kernel), facts);
    const list = new AnswerExchange(kernel, listAnswers(kernel), facts);
    const answersOf = (key: string): AnswerExchange => (key === LIST_KEY ? list : databases);
    const outbox = createOutbox({ wants, answersOf, send: (message, to) => connection.send(message, to) });
    const parts = { kernel, wants, peers: createPeers(), outbox };
    const upkeep = createUpkeep({
      ...parts,
      planPolls: (keys) => scheduler.sharedChanged(keys, (key) => this.#wantedMs(key) < Infinity),
    });
    const receiver = createReceiver({ ...parts, answersOf, databases, list, owns, onWanted: upkeep.planWanted });
    const { baseUrl: service, account } = kernel.options;
    const { perSecond, burst } = limiter;
    const connection = createConnection({
      engine: this.#engine,
      group: { service, account, rate: { perSecond, burst }, clock: kernel.clocks.corrected },
      onMessage: receiver.receive,
      onChanged: (before) => upkeep.connectionChanged(connection, before),
    });
    connection.setWilling(this.#activity === 'polling');
    outbox.setPaused(this.#activity === 'paused');
    kernel.effects.onAccount = (name) => {
      if (account !== undefined && name !== account) this.close(RENAMED);
    };
    const stop = (): void => {
      upkeep.dispose();
      receiver.dispose();
    };
    this.#joined = { kernel, connection, outbox, stop };
  }

  hold(delayMs: number): void {
    this.#joined?.outbox.hold(delayMs);
  }

  /** Leaves the group. A fleet that continues polls alone. */
  close(message?: string): void {
    this.#end(this.#joined?.connection.close(message));
  }

  dispose(): void {
    this.#joined?.stop();
    this.#end(this.#joined?.connection.dispose());
    this.#onEnded();
  }

  /** How often the other members want a key polled, milliseconds; `Infinity` if none wants it. */
  #wantedMs(key: string): number {
    return this.#joined?.connection.status.state === 'sharing' ? this.#wants.othersMs(key) : Infinity;
  }
}
