import { createAnswerTexts } from '../client/answer-texts.js';
import type { ManagementClientOptions } from '../client/management-client.js';
import type { Operations } from '../client/operations.js';
import { Limiter } from '../polling/limiter.js';
import { readPollingOptions } from '../polling/polling-options.js';
import { createPresence } from '../polling/presence.js';
import { Scheduler } from '../polling/scheduler.js';
import { createSleepAwareClock } from '../polling/sleep-aware-clock.js';
import type { Database } from '../records/database.js';
import type { IndexRecord, VectorIndex } from '../records/vector-index.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import { createCommits } from '../store/commits.js';
import { createEntityStore } from '../store/entity-store.js';
import { setBack } from '../store/entry.js';
import { createEvents } from '../store/events.js';
import { accountNameOf, inspectCredentials, type CredentialsSource } from '../wire/credentials.js';
import type { Activity } from './activity.js';
import { createAnswers } from './answers.js';
import { createDatabasePolls } from './database-polls.js';
import { createReportRequest, type EffectContext } from './effect-context.js';
import { createFirstUse, createKnownIds } from './known-ids.js';
import { createLabelClock } from './label-clock.js';
import { readFleetOptions, type FleetOptions } from './fleet-options.js';
import type { Kernel } from './kernel.js';
import { IndexList } from './index-list.js';
import { createRequestOrders } from './request-orders.js';
import type { PersistenceLink } from './storage.js';
import { createTransitionLog } from './transition-log.js';

/** The parts of a fleet that send requests. */
export interface FleetRequests {
  /** Makes the operations from the options, at first and after each change of the credentials. */
  readonly operationsOf: (options: ManagementClientOptions) => Operations;
  /** Makes the controller of each request. @default a new AbortController */
  readonly createController?: () => AbortController;
}

/** A kernel, and the functions for the fleet that owns it. */
export interface OwnKernel {
  readonly kernel: Kernel;
  setCredentials(credentials: CredentialsSource): void;
  dispose(): void;
}

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function createKernel({ operationsOf, createController }: FleetRequests, given: FleetOptions): OwnKernel {
  const options = readFleetOptions(given);
  const {
    polling,
    persistence,
    sharing: group,
    thresholds,
    onError,
    random,
    retainMs,
    keptTextBytes,
    ...client
  } = options;
  const { cadence, pollWhile, presence: source, queueTimeoutMs, ...rates } = readPollingOptions(polling);
  const clock = createLabelClock(client.clock, setBackTimes);
  const texts = createAnswerTexts(keptTextBytes);
  let operations = operationsOf({ ...client, texts });

  const disposal: (() => void)[] = [];
  const onDispose = (task: () => void): void => (commits.isDisposed ? task() : void disposal.push(task));
  const firstUse = createFirstUse();
  const commits = createCommits({ onError, onSubscribe: firstUse.begin });
  const activity = createEvents<Activity>(commits);
  const clocks = createSleepAwareClock(clock);
  const presence = createPresence({ ignored: pollWhile, source, guard: commits.guard });
  const sharing = group?.connect();
  const limiter = new Limiter({
    ...rates,
    clock: clocks.uncorrected,
    random,
    onHold: sharing && ((delayMs) => sharing.hold(delayMs)),
  });
  const scheduler = new Scheduler({
    clock: clocks.corrected,
    commits,
    limiter,
    random,
    cadence,
    presence,
    queueTimeoutMs,
    createController,
    onInterest: firstUse.begin,
    owner: sharing?.owner,
    turns: sharing?.turns,
  });
  sharing?.attach(scheduler);
  const effects: EffectContext = {
    operations: () => operations,
    scheduler,
    limiter,
    presence,
    clock,
    orders: createRequestOrders(),
    reportRequest: createReportRequest(activity, clock),
  };
  const databases = createEntityStore<Database>(commits);
  if (sharing) databases.onSettled((id, order) => sharing.publish(id, order));
  const indices = createEntityStore<IndexRecord>(commits);
  const answers = { database: createAnswers<Database>(), index: createAnswers<VectorIndex>() };
  const polls = createDatabasePolls(effects, databases, answers.database, (ids) => known.left(ids));
  const known = createKnownIds({ commits, store: databases, polls, clock: clocks.uncorrected, retainMs, firstUse });
  const list = new IndexList(effects, {
    commits,
    indices,
    answers: answers.index,
    onSettled: sharing && ((order) => sharing.publishList(order)),
  });
  known.onForgotten((id) => {
    answers.database.forget(id);
    polls.lastRequests.delete(id);
    texts.forget(id);
    limiter.forget(id);
  });
  onDispose(() => {
    activity.complete();
    for (const { id } of databases.entries()) texts.forget(id);
    for (const each of [databases, indices, known, list]) each.dispose();
    presence.dispose();
    scheduler.dispose();
  });

  /** The records and requests of an answer that comes now are newer than all others, whatever the wall clock said then. */
  function setBackTimes(now: number, byMs: number): void {
    commits.commit(() => {
      databases.updateAll((entry) => setBack(entry, now, byMs));
      indices.updateAll((entry) => setBack(entry, now, byMs));
      list.setBack(now, byMs);
      for (const request of polls.lastRequests.values()) request.startedAt = Math.min(request.startedAt, now);
    });
  }

  const parts = new Map<string, unknown>();
  let storage: PersistenceLink | undefined;
  const { credentials, ...settings } = client;
  const kernel: Kernel = {
    options: { ...settings, clock, random, thresholds, account: accountNameOf(credentials) },
    clocks,
    commits,
    effects,
    databases,
    indices,
    answers,
    polls,
    known,
    list,
    transitions: createTransitionLog(commits, databases, onDispose),
    activity,
    get storage() {
      return storage;
    },
    part<T>(name: string, create: (of: Kernel) => T): T {
      if (!parts.has(name)) parts.set(name, create(kernel));
      return parts.get(name) as T;
    },
    onDispose,
  };
  try {
    storage = persistence?.connect(kernel);
  } catch (error) {
    // Another fleet can use the sharing.
    sharing?.dispose();
    throw error;
  }
  sharing?.join(kernel);

  return {
    kernel,
    setCredentials(credentials) {
      refuseIssues('configure', inspectCredentials(credentials));
      operations = operationsOf({ ...client, texts, credentials });
      scheduler.credentialsChanged();
    },
    dispose() {
      if (commits.isDisposed) return;
      storage?.dispose();
      sharing?.dispose();
      commits.dispose();
      // This view keeps its last value, which is computed from the leases that the scheduler clears.
      void known.tracked.value;
      for (const task of disposal.toReversed()) task();
    },
  };
}
