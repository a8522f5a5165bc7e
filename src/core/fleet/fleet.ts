import type { Observable } from 'rxjs';
import { createAnswerTexts } from '../api/answer-texts.js';
import { accountNameOf, inspectCredentials, type CredentialsSource } from '../api/credentials.js';
import type { Database } from '../api/database.js';
import { checkCall, callRules, type CallOptions } from '../api/inspect-call.js';
import { refuseIssues } from '../api/refuse-issues.js';
import type { ManagementClientOptions } from '../api/management-client.js';
import { createOperations, type Operations } from '../api/operations.js';
import type { IndexRecord, VectorIndex } from '../api/vector-index.js';
import { createDatabases, type DatabaseCredentials, type Databases } from './databases.js';
import type { Activity } from '../effects/activity.js';
import { createAnswers } from '../effects/answers.js';
import { checkId } from '../effects/check-ids.js';
import { createCreateDatabase } from '../effects/create-database.js';
import type { EffectContext } from '../effects/effect-context.js';
import { createDatabasePolls, type LastRequests } from '../effects/database-polls.js';
import { createCredentialReads } from '../effects/fetch-credentials.js';
import { createPacedViews } from '../effects/paced-views.js';
import { createPutDatabase } from '../effects/put-database.js';
import { createKnownIds } from '../effects/known-ids.js';
import { createIndexList } from '../effects/list-vector-indices.js';
import { createRefreshAll } from '../effects/refresh-all.js';
import { createReportRequest } from '../effects/report-requests.js';
import { createRequestOrders } from '../effects/request-orders.js';
import { pollingActivity } from '../effects/polling-activity.js';
import { reportCommits } from '../effects/report-commits.js';
import { readFleetOptions, type FleetOptions } from './fleet-options.js';
import { createFirstUse } from './first-use.js';
import { createIndices, type Indices } from './indices.js';
import { dehydrate } from './dehydrate.js';
import type { FleetSnapshot } from './fleet-snapshot.js';
import { keepSnapshotParts } from './snapshot-parts.js';
import { createUnconfirmedCreates } from '../effects/unconfirmed-creates.js';
import { noLink, type PersistenceLink, type StorageStatus } from './persistence.js';
import { endedError } from '../shared/ended-error.js';
import { createFleetLimits, type FleetLimits } from '../limits/fleet-limits.js';
import { createUsageLedger, type UsageLedger } from '../limits/usage-ledger.js';
import { createPolling, type Polling } from './polling.js';
import { createUsageSources, type UsageSources } from './usage-sources.js';
import { readPollingOptions } from '../polling/polling-options.js';
import { createPresence } from '../polling/presence.js';
import { createLimiter } from '../polling/limiter.js';
import { createSleepAwareClock } from '../polling/sleep-aware-clock.js';
import { createScheduler } from '../polling/scheduler.js';
import type { View } from '../state/view.js';
import { createCommits } from '../state/commits.js';
import { createEntityStore } from '../state/entity-store.js';
import { EventStream, mergeStreams } from '../state/event-stream.js';
import { createEvents } from '../state/events.js';
import { createTransitions, type Transitions } from '../transitions/transitions.js';
import { createWaitFor } from '../transitions/wait-for.js';

/** The live state of an account's databases and vector indices, as views that polling keeps up to date. */
export interface Fleet {
  /**
   * Resolves when the state that the store kept is in place: the added ids, their last records as `stale`, transitions,
   * usage and unconfirmed creates. Never rejects: `storage` tells what went wrong. Resolves at once without a store, and
   * when the fleet or the store ends before.
   */
  readonly ready: Promise<void>;
  /** Whether everything is saved, and what the store has lost. */
  readonly storage: View<StorageStatus>;
  /**
   * Saves everything that changed before the call. The fleet also saves by itself: added and removed ids at once, records
   * at most once a second. Resolves at once without a store.
   *
   * @throws FleetError `storage` if it could not be saved; `aborted`; `invalid-request`
   * @example
   * ```ts
   * fleet.databases.add(ids);
   * await fleet.flush(); // the ids survive a crash from here on
   * ```
   */
  flush(options?: CallOptions): Promise<void>;
  readonly databases: Databases;
  readonly indices: Indices;
  /** Emits every change of `state` and `modifying_state` between two confirmed records. */
  readonly transitions: Transitions;
  /**
   * How much of each limit is used. The service does not tell it: usage comes from `report`, and from the sources that
   * `addSource` adds.
   */
  readonly usage: FleetUsage;
  /** Views of the limits with their usage. */
  readonly limits: FleetLimits;
  readonly polling: Polling;
  /** Emits requests, commits, drift and pauses as they happen, for logs and tools. Contains no secrets. */
  readonly activity: Observable<Activity> & AsyncIterable<Activity>;
  /**
   * Replaces the account's credentials. Polling that stopped because of the previous credentials resumes at once.
   *
   * @throws FleetError `invalid-request` for invalid credentials; then the previous credentials stay in use
   */
  setCredentials(credentials: CredentialsSource): void;
  /**
   * Returns the state of the fleet as plain JSON, for `hydrate` in another process or page. A snapshot
   * contains all records with the time of their confirmation, the added ids, and the reported usage. It contains the
   * records of leased ids, but not the leases; no credentials and no errors. Escape `<` to embed a snapshot in HTML.
   *
   * @throws FleetError `disposed` after `dispose`: the added ids are no longer known
   * @example
   * ```ts
   * const html = JSON.stringify(fleet.dehydrate()).replaceAll('<', '\\u003c');
   * ```
   */
  dehydrate(): FleetSnapshot;
  /**
   * Ends the fleet. Requests are aborted, pending calls reject with `disposed`, and views and streams complete; views keep
   * their last value. No timer, socket or subscriber is left. A second call does nothing.
   */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The use of the limits of a fleet. */
export interface FleetUsage extends Pick<UsageLedger, 'report' | 'latest' | 'history'>, UsageSources {}

/** A list of indices that is younger is not read again for the token of an index. */
const FRESH_LIST_MS = 5000;

/** `Symbol.dispose`, or a substitute symbol on platforms without it. */
const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/**
 * Makes a fleet. It sends no request before an id is added or tracked, a view is subscribed to, or a method requests it.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const fleet = createFleet({ baseUrl: 'https://api.example.com', credentials: { username, password } });
 * fleet.databases.add(['93e3a3e', '5f0c2d1']);
 * fleet.transitions.subscribe(({ id, field, from, to }) => console.log(id, field, from, to));
 * fleet.databases.field('93e3a3e', 'state').subscribe((state) => console.log(state));
 * ```
 */
export function createFleet(options: FleetOptions): Fleet {
  return createFleetOn({ operationsOf: createOperations }, options);
}

/** The parts of a fleet that send requests. */
export interface FleetRequests {
  /** Makes the operations from the options, at first and after each change of the credentials. */
  readonly operationsOf: (options: ManagementClientOptions) => Operations;
  /** Makes the controller of each request. @default a new AbortController */
  readonly createController?: () => AbortController;
}

/**
 * Makes a fleet whose requests are sent by other operations than those of the HTTP API, for example by those of a
 * simulated service. Everything else is the fleet that `createFleet` makes.
 */
export function createFleetOn({ operationsOf, createController }: FleetRequests, options: FleetOptions): Fleet {
  const {
    polling,
    persistence,
    sharing: group,
    thresholds,
    onError,
    random,
    retainMs,
    keptTextBytes,
    ...clientOptions
  } = readFleetOptions(options);
  const { clock } = clientOptions;
  const { cadence, pollWhile, presence: source, queueTimeoutMs, ...rates } = readPollingOptions(polling);
  const texts = createAnswerTexts(keptTextBytes);
  const operationsWith = (changed?: Pick<FleetOptions, 'credentials'>): Operations =>
    operationsOf({ ...clientOptions, texts, ...changed });
  let operations = operationsWith();
  let hasAccount = clientOptions.credentials !== undefined;

  const firstUse = createFirstUse();
  const commits = createCommits({ onError, onSubscribe: firstUse.note });
  const activity = createEvents<Activity>(commits);
  const clocks = createSleepAwareClock(clock);
  const presence = createPresence({ ignored: pollWhile, source, guard: commits.guard });
  const sharing = group?.connect();
  const limiter = createLimiter({ ...rates, clock: clocks.uncorrected, random, onHold: sharing?.hold });
  const scheduler = createScheduler({
    clock: clocks.corrected,
    commits,
    limiter,
    random,
    cadence,
    presence,
    queueTimeoutMs,
    createController,
    onInterest: firstUse.note,
    sharing,
  });
  const context: EffectContext = {
    operations: () => operations,
    scheduler,
    clock,
    reportRequest: createReportRequest(activity, clock),
    orders: createRequestOrders(),
  };

  const databases = createEntityStore<Database>(commits, sharing?.publish);
  const answers = createAnswers<Database>();
  const lastRequests: LastRequests = new Map();
  const credentialReads = createCredentialReads(() => hasAccount);
  const polls = createDatabasePolls(context, databases, answers, lastRequests, credentialReads);

  const indices = createEntityStore<IndexRecord>(commits);
  const indexAnswers = createAnswers<VectorIndex>();
  const onSettled = sharing?.publishList;
  const list = createIndexList(context, { commits, activity, indices, answers: indexAnswers, onSettled });

  const stores = { database: databases, index: indices };
  const ledger = createUsageLedger({
    commits,
    clock: clocks.corrected,
    thresholds,
    isKnown: (resource, id) => stores[resource].isMember(id),
    recordOf: (resource, id) => stores[resource].peek(id).record,
  });
  indices.onChange((id, _, { status }) => {
    if (status === 'missing') ledger.forget('index', id);
  });
  const limits = createFleetLimits({
    commits,
    databases,
    indices,
    ledger,
    thresholds,
    onSummaryObserved: list.observe,
  });
  const transitions = createTransitions({ commits, databases });
  reportCommits('database', databases, { activity, commits, clock });
  reportCommits('index', indices, { activity, commits, clock });

  const known = createKnownIds({
    commits,
    store: databases,
    polls,
    clock: clocks.uncorrected,
    retainMs,
    onUse: firstUse.note,
    onForgotten(id) {
      answers.forget(id);
      lastRequests.delete(id);
      texts.forget(id);
      limiter.forget(id);
      ledger.forget('database', id);
    },
  });

  async function fetchCredentials(id: string, signal?: AbortSignal): Promise<DatabaseCredentials | undefined> {
    await credentialReads.fetch(id, () => known.request(id, signal));
    return answers.credentials(id);
  }

  const sources = createUsageSources({
    commits,
    clock: clocks.corrected,
    random,
    presence,
    report: ledger.report,
    resources: {
      database: {
        store: databases,
        secrets: answers.secrets,
        credentials: async (id, isRefreshed, signal) =>
          (isRefreshed ? undefined : answers.credentials(id)) ?? fetchCredentials(id, signal),
      },
      index: {
        store: indices,
        secrets: indexAnswers.secrets,
        async credentials(id, isRefreshed, signal) {
          // One list has the tokens of all indices: many refused tokens must not read it many times.
          const ageMs = clock.now() - (list.state.entry.confirmedAt ?? -Infinity);
          if (isRefreshed && !(ageMs >= 0 && ageMs < FRESH_LIST_MS)) await list.request(signal);
          return indexAnswers.credentials(id);
        },
      },
    },
  });

  const paced = createPacedViews(commits, databases, known.observe);
  const unconfirmed = createUnconfirmedCreates(commits, (id) => known.add([id]));
  const origin = { service: String(clientOptions.baseUrl), account: accountNameOf(clientOptions.credentials) };
  const parts = { ...origin, commits, databases, indices, known, list: list.state, ledger, thresholds, firstUse };
  const link = connectStore();
  const { ready, status: storage, flush } = link ?? noLink(commits);
  sharing?.join({
    ...origin,
    rate: limiter,
    clock: clocks.corrected,
    commits,
    databases,
    indices,
    list,
    known,
    polls,
    orders: context.orders,
    limiter,
  });

  function connectStore(): PersistenceLink | undefined {
    try {
      return persistence?.connect({ ...parts, clock, transitions: transitions.history, unconfirmed });
    } catch (error) {
      // Another fleet can use the sharing.
      sharing?.dispose();
      throw error;
    }
  }

  function dispose(): void {
    if (commits.isDisposed) return;
    link?.dispose();
    sharing?.dispose();
    commits.dispose();
    // This view keeps its last value, which is computed from the leases that the scheduler clears.
    void known.tracked.value;
    scheduler.dispose();
    presence.dispose();
    paced.complete();
    for (const part of [sources, databases, indices, known, unconfirmed, list.state, transitions, ledger, limits])
      part.dispose();
    for (const { id } of databases.entries()) texts.forget(id);
    activity.complete();
  }

  const fleet: Fleet = {
    ready,
    storage,
    flush: async (given) => flush(checkCall('configure', given, callRules).signal),
    databases: createDatabases({
      store: databases,
      known,
      answers,
      createDatabase: createCreateDatabase(context, {
        databases,
        answers,
        unconfirmed,
        commit: commits.commit,
        random,
        add: (id) => known.add([id]),
        log: link,
      }),
      unconfirmed,
      withInterest: paced.withInterest,
      fetchCredentials,
      put: createPutDatabase(context, {
        commits,
        databases,
        answers,
        lastRequests,
        known,
        polls,
        limit: clientOptions.recordLimitBytes ?? 1024 ** 2,
      }),
      refreshAll: createRefreshAll({
        commits,
        store: databases,
        request: known.request,
        scheduler,
        concurrency: limiter.concurrency,
      }),
      waitFor: createWaitFor({
        commits,
        databases,
        clock,
        scheduler,
        wait: known.wait,
        refresh: known.request,
      }),
    }),
    indices: createIndices({ store: indices, answers: indexAnswers, list }),
    transitions: transitions.stream,
    usage: {
      report: ledger.report,
      latest: ledger.latest,
      history: ledger.history,
      addSource: sources.addSource,
      sources: sources.sources,
    },
    limits: {
      database: (id) => limits.database(checkId(id)),
      index: (id) => limits.index(checkId(id)),
      summary: limits.summary,
    },
    polling: createPolling(scheduler),
    activity: new EventStream(commits.guard, mergeStreams(activity.stream, pollingActivity(scheduler.status, clock))),
    setCredentials(credentials) {
      refuseIssues('configure', inspectCredentials(credentials));
      operations = operationsWith({ credentials });
      hasAccount = true;
      scheduler.credentialsChanged();
    },
    dehydrate() {
      if (commits.isDisposed) throw endedError('disposed', 'configure');
      return dehydrate(parts);
    },
    dispose,
    [disposeSymbol]: dispose,
  };
  keepSnapshotParts(fleet, parts);
  return fleet;
}
