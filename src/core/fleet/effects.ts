import { createAnswerTexts, type AnswerTexts } from '../client/answer-texts.js';
import type { ManagementClientOptions } from '../client/client-options.js';
import type { Operations } from '../client/operations.js';
import type { KeyOwner, TurnSource } from '../polling/key-owner.js';
import { Limiter } from '../polling/limiter.js';
import type { cadence as defaultCadence } from '../polling/cadence.js';
import type { PollingOptions } from './polling-options.js';
import { Presence } from '../polling/presence.js';
import { Scheduler } from '../polling/scheduler.js';
import type { SleepAwareClock } from '../polling/sleep-aware-clock.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import type { Commits } from '../store/commits.js';
import type { Events } from '../store/events.js';
import { inspectCredentials, type CredentialsSource } from '../wire/credentials.js';
import type { Activity } from './activity.js';
import type { LabelClock } from './label-clock.js';
import { RequestOrders } from './request-orders.js';

/** The parts of a fleet that send requests. */
export interface FleetRequests {
  /** Makes the operations from the options, at first and after each change of the credentials. */
  readonly operationsOf: (options: ManagementClientOptions) => Operations;
  readonly createController?: () => AbortController;
}

export interface EffectsParts {
  readonly requests: FleetRequests;
  readonly client: ManagementClientOptions;
  readonly polling: PollingOptions;
  readonly random: () => number;
  readonly keptTextBytes: number;
  readonly clock: LabelClock;
  readonly clocks: SleepAwareClock;
  readonly commits: Commits;
  readonly activity: Events<Activity>;
  /** The group of the fleet. A 429 lets all of its members wait. */
  readonly sharing: { readonly owner: KeyOwner; readonly turns: TurnSource; hold(delayMs: number): void } | undefined;
  readonly onInterest: () => void;
}

/** Sends the requests whose answers become commits: when, in which order, and with which credentials. */
export class Effects {
  /** The clock of the options: its wall time labels records. */
  readonly clock: LabelClock;
  readonly presence: Presence;
  readonly limiter: Limiter;
  readonly scheduler: Scheduler;
  readonly orders = new RequestOrders();
  /** Whether the user decides how often databases are polled. */
  readonly hasOwnCadence: boolean;
  readonly #texts: AnswerTexts;
  readonly #activity: Events<Activity>;
  readonly #operationsOf: (credentials: CredentialsSource | undefined) => Operations;
  #operations: Operations;

  /** @throws FleetError `invalid-request`, whose `issues` name each invalid option of the client */
  constructor(parts: EffectsParts) {
    const { requests, client, random, clocks, commits, sharing } = parts;
    const { cadence, pollWhile, presence, queueTimeoutMs, ...rates } = parts.polling;
    const texts = createAnswerTexts(parts.keptTextBytes);
    this.hasOwnCadence = cadence !== undefined;
    this.#texts = texts;
    this.#activity = parts.activity;
    this.#operationsOf = (credentials) => requests.operationsOf({ ...client, texts, credentials });
    this.#operations = this.#operationsOf(client.credentials);
    this.clock = parts.clock;
    this.presence = new Presence({ ignored: pollWhile, source: presence, guard: commits.guard });
    this.limiter = new Limiter({
      ...rates,
      clock: clocks.uncorrected,
      random,
      onHold: sharing && ((delayMs) => sharing.hold(delayMs)),
    });
    this.scheduler = new Scheduler({
      clock: clocks.corrected,
      commits,
      limiter: this.limiter,
      random,
      // The sources of a fleet give all of the facts.
      cadence: cadence as typeof defaultCadence | undefined,
      presence: this.presence,
      queueTimeoutMs,
      createController: requests.createController,
      onInterest: parts.onInterest,
      owner: sharing?.owner,
      turns: sharing?.turns,
    });
  }

  get operations(): Operations {
    return this.#operations;
  }

  /** @throws FleetError `invalid-request` */
  setCredentials(credentials: CredentialsSource): void {
    refuseIssues('configure', inspectCredentials(credentials));
    this.#operations = this.#operationsOf(credentials);
    this.scheduler.credentialsChanged();
  }

  /** Sends a request and emits its activities: the request, and its answer or its failure. */
  report<T>(facts: { readonly operation: Operation; readonly id?: string }, send: () => Promise<T>): Promise<T> {
    const activity = this.#activity;
    const startedMs = this.clock.monotonic();
    const times = (): { at: number; durationMs: number } => ({
      at: this.clock.now(),
      durationMs: this.clock.monotonic() - startedMs,
    });
    if (activity.isObserved) activity.emit({ kind: 'request', ...facts, at: this.clock.now() });
    return send().then(
      (answer) => {
        if (activity.isObserved) activity.emit({ kind: 'answer', ...facts, ...times() });
        return answer;
      },
      (error: unknown) => {
        if (error instanceof FleetError) activity.emit({ kind: 'failure', ...facts, ...times(), error });
        throw error;
      },
    );
  }

  forget(id: string): void {
    this.#texts.forget(id);
    this.limiter.forget(id);
  }

  dispose(): void {
    this.presence.dispose();
    this.scheduler.dispose();
  }
}
