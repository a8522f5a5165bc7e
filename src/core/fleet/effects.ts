import { createAnswerTexts, type AnswerTexts } from '../client/answer-texts.js';
import { inspectAccess, type ClientSettings } from '../client/client-options.js';
import type { Operations } from '../client/operations.js';
import type { KeyOwner } from '../polling/key-owner.js';
import type { FleetClock } from '../polling/fleet-clock.js';
import { Limiter } from '../polling/limiter.js';
import type { cadence as defaultCadence } from '../polling/cadence.js';
import type { PollingOptions } from './polling-options.js';
import { createPresence, type Presence } from '../polling/presence.js';
import { Scheduler } from '../polling/scheduler.js';
import { dependsOnAccount } from '../polling/verdict.js';
import type { Operation } from '../shared/fleet-error.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import type { Commits } from '../store/commits.js';
import { accountNameOf, type CredentialsSource } from '../wire/credentials.js';
import { RequestOrders } from './request-orders.js';

export interface FleetRequests {
  /** Makes the operations from the options, at first and after each change of the credentials. */
  readonly operationsOf: (options: ClientSettings) => Operations;
  readonly createController?: () => AbortController;
}

export interface RequestFacts {
  readonly operation: Operation;
  /** The database id; absent for a create and for the list of indices. */
  readonly id?: string;
}

export type Reporter = <T>(facts: RequestFacts, send: () => Promise<T>) => Promise<T>;

interface EffectsParts {
  readonly requests: FleetRequests;
  readonly settings: ClientSettings & { polling: PollingOptions; random: () => number; keptTextBytes: number };
  readonly clock: FleetClock;
  readonly commits: Commits;
  /** The group of the fleet, if it has one. A 429 holds the requests of all members. */
  readonly sharing: (KeyOwner & { hold(delayMs: number): void }) | undefined;
}

/** Sends the requests whose answers become commits: when, in which order, and with which credentials. */
export class Effects {
  readonly clock: FleetClock;
  readonly presence: Presence;
  readonly limiter: Limiter;
  readonly scheduler: Scheduler;
  readonly orders = new RequestOrders();
  /** Sends a request. The first call of `activityOf` replaces this function by one that also emits the request. */
  report: Reporter = (_, send) => send();
  /** Called with `accountNameOf` new credentials. The group of the fleet sets this function. */
  declare onAccount?: (name: string | undefined) => void;
  /** Whether the user decides how often databases are polled. */
  readonly hasOwnCadence: boolean;
  /** With the latest credentials. */
  operations: Operations;
  readonly #baseUrl: string;
  readonly #texts: AnswerTexts;
  readonly #operationsOf: (credentials: CredentialsSource | undefined) => Operations;

  constructor({ requests, settings, clock, commits, sharing }: EffectsParts) {
    const { polling, random } = settings;
    this.clock = clock;
    this.hasOwnCadence = polling.cadence !== undefined;
    this.#baseUrl = settings.baseUrl;
    this.#texts = createAnswerTexts(settings.keptTextBytes);
    this.#operationsOf = (credentials) => requests.operationsOf({ ...settings, texts: this.#texts, credentials });
    this.operations = this.#operationsOf(settings.credentials);
    this.presence = createPresence({ ignored: polling.pollWhile, source: polling.presence, guard: commits.guard });
    this.limiter = new Limiter({ ...polling, clock, random, onHold: sharing && ((delayMs) => sharing.hold(delayMs)) });
    this.scheduler = new Scheduler({
      clock: clock.corrected,
      commits,
      limiter: this.limiter,
      random,
      // The poll sources of a fleet give all facts of `CadenceFacts`.
      cadence: polling.cadence as typeof defaultCadence | undefined,
      presence: this.presence,
      queueTimeoutMs: polling.queueTimeoutMs,
      createController: requests.createController,
      owner: sharing,
    });
  }

  setCredentials(credentials: CredentialsSource): void {
    // Absent credentials are valid in the options only.
    refuseIssues('configure', inspectAccess(this.#baseUrl, credentials ?? (null as never)));
    this.operations = this.#operationsOf(credentials);
    this.onAccount?.(accountNameOf(credentials));
    this.scheduler.credentialsChanged();
  }

  /** Whether the new credentials may get another answer than this error, to a request that these operations sent. */
  isOutdated(operations: Operations, error: unknown): boolean {
    return operations !== this.operations && dependsOnAccount(error);
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
