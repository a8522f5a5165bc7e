import type { ClientSettings } from '../client/client-options.js';
import { createFleetClock, type FleetClock } from '../polling/fleet-clock.js';
import type { KeyOwner } from '../polling/key-owner.js';
import type { Database } from '../records/database.js';
import type { IndexRecord, VectorIndex } from '../records/vector-index.js';
import { sharedByCopies, sharedByOtherVersions } from '../shared/copies.js';
import { endedError, type Operation } from '../shared/fleet-error.js';
import { invalidRequest } from '../shared/refuse-issues.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { VERSION } from '../shared/version.js';
import { Commits } from '../store/commits.js';
import { EntityStore } from '../store/entity-store.js';
import { setBack } from '../store/entry.js';
import { accountNameOf } from '../wire/credentials.js';
import { Answers } from './answers.js';
import { DatabaseReads } from './database-reads.js';
import { Effects, type FleetRequests } from './effects.js';
import { IndexList } from './index-list.js';
import { KnownIds } from './known-ids.js';
import type { PollingOptions } from './polling-options.js';
import type { PersistenceLink } from './storage.js';
import type { Thresholds } from './thresholds-option.js';
import { TransitionLog } from './transition.js';

/** The membership of one fleet. Until `join` is called, the fleet owns no key. */
export interface SharingLink extends KeyOwner {
  /** Joins the group, and shares the answers from now on. Called once, when all parts of the fleet are made. */
  join(kernel: Kernel): void;
  /** Makes all members wait, because the service answered 429. */
  hold(delayMs: number): void;
  dispose(): void;
}

/** The options of a fleet, with their defaults. */
export interface FleetSettings extends ClientSettings {
  readonly polling: PollingOptions;
  readonly random: () => number;
  readonly retainMs: number;
  readonly keptTextBytes: number;
  /** Not checked yet: the first function that uses them checks them. */
  readonly thresholds?: Thresholds | undefined;
  readonly persistence?: { connect(kernel: Kernel): PersistenceLink } | undefined;
  readonly sharing?: { connect(): SharingLink } | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * The internals of a fleet: its state, and everything that the functions of a fleet need. `kernelOf(fleet)` returns it.
 * None of its members can be replaced, and none shows a credential but `answers`.
 */
export class Kernel {
  /** Without the credentials. `account` is the user name at the start, if it is known and is no secret. */
  readonly options: Omit<FleetSettings, 'credentials' | 'texts'> & { readonly account: string | undefined };
  /** The clock of the options. Its `corrected` time includes the sleep of the computer. */
  readonly clocks: FleetClock;
  /** Makes changes atomic. `commits.isDisposed` tells whether the fleet has ended. */
  readonly commits: Commits;
  /** Sends requests: operations, limiter, scheduler. */
  readonly effects: Effects;
  /** The entries of the databases. Its members are the known ids. */
  readonly databases: EntityStore<Database>;
  /** The entries of the vector indices. Its members are the indices of the last list. */
  readonly indices: EntityStore<IndexRecord>;
  /** These two stores, by kind of resource. */
  readonly stores: Readonly<Record<ResourceKind, EntityStore<Database | IndexRecord>>>;
  /** The last answers, with their credentials, in memory only. */
  readonly answers = { database: new Answers<Database>(), index: new Answers<VectorIndex>() };
  /** The reads of single databases, as polls. */
  readonly reads: DatabaseReads;
  /** Decides which databases are known. */
  readonly known: KnownIds;
  /** The list of vector indices, as one poll. */
  readonly list: IndexList;
  /** The transitions since the fleet began. */
  readonly transitions: TransitionLog;
  /** The connection to the fleet's store; `undefined` without a store, and while the store connects. */
  readonly storage: PersistenceLink | undefined;
  readonly #sharing: SharingLink | undefined;
  readonly #parts = new Map<string, unknown>();
  readonly #disposal = new Set<() => void>();

  constructor(requests: FleetRequests, settings: FleetSettings) {
    const { credentials, ...options } = settings;
    const sharing = settings.sharing?.connect();
    const clock = createFleetClock(settings.clock, (now, byMs) => this.#clockSetBack(now, byMs));
    this.clocks = clock;
    this.commits = new Commits(options.onError, () => this.known.use());
    this.databases = new EntityStore(this.commits, (isObserved, id) => this.known.observed(isObserved, id));
    const { commits } = this;
    this.effects = new Effects({ requests, settings, clock, commits, sharing });
    this.options = { ...options, clock, account: accountNameOf(credentials) };
    this.reads = new DatabaseReads(this.effects, this.databases, this.answers.database);
    const polls = this.effects.scheduler.register(this.reads, (ids) => this.known.left(ids));
    this.known = new KnownIds({ commits, store: this.databases, polls, clock, retainMs: options.retainMs });
    this.known.onForgotten((id) => {
      this.answers.database.forget(id);
      this.reads.lastRequests.delete(id);
      this.effects.forget(id);
    });
    this.list = new IndexList(this.effects, commits, this.answers.index);
    this.indices = this.list.indices;
    this.stores = { database: this.databases, index: this.indices };
    this.transitions = new TransitionLog(this.commits, this.databases);
    this.#sharing = sharing;
    try {
      this.storage = options.persistence?.connect(this);
      sharing?.join(this);
    } catch (error) {
      // After this, another fleet can use the sharing.
      Kernel.dispose(this);
      throw error;
    }
  }

  /**
   * Returns a part of the fleet: a capability that is made at its first use, once for each fleet. All callers with the
   * same name get the same part.
   *
   * @param create makes the part. It passes the release of what the part holds to `onDispose`.
   */
  part<T>(name: string, create: (kernel: Kernel) => T): T {
    if (!this.#parts.has(name)) this.#parts.set(name, create(this));
    return this.#parts.get(name) as T;
  }

  /**
   * Runs a task when the fleet ends, before the tasks that were added earlier; at once if the fleet has ended.
   *
   * @returns a function that removes the task
   */
  readonly onDispose = (task: () => void): (() => void) => {
    if (this.commits.isDisposed) task();
    else this.#disposal.add(task);
    return () => void this.#disposal.delete(task);
  };

  /** Static, so that the functions of a fleet, which get the kernel, find no method that ends the fleet. */
  static dispose(kernel: Kernel): void {
    const { commits, storage, databases, known, list, effects } = kernel;
    if (commits.isDisposed) return;
    storage?.dispose();
    kernel.#sharing?.dispose();
    commits.dispose();
    for (const task of [...kernel.#disposal].toReversed()) task();
    for (const { id } of databases.entries()) effects.forget(id);
    known.dispose();
    effects.dispose();
    // No request can be sent any more: a subscriber may call the fleet when its view completes.
    commits.end();
    list.dispose();
  }

  /** Moves times that are in the future now, so that later records and requests count as newer. */
  #clockSetBack(now: number, byMs: number): void {
    const stores: readonly EntityStore<object>[] = [this.databases, this.indices, this.list.store];
    for (const store of stores) store.updateAll((entry) => setBack(entry, now, byMs));
    for (const request of this.reads.lastRequests.values()) request.startedAt = Math.min(request.startedAt, now);
    this.list.failedAt = Math.min(this.list.failedAt, now);
  }
}

/** The kernels of all fleets, found by all copies of this version of the package. */
const kernels = /* @__PURE__ */ sharedByCopies('kernels', () => new WeakMap<object, Kernel>());

export function registerKernel(fleet: object, kernel: Kernel): void {
  kernels().set(fleet, kernel);
}

/**
 * Returns the kernel of a fleet. The functions and the other folders of this project use a fleet only through it.
 *
 * @param caller the function whose argument `fleet` is, for the message
 * @throws FleetError `invalid-request` for a value that `createFleet` of this version did not return
 */
export function kernelOf(fleet: unknown, caller: string): Kernel {
  const kernel = kernels().get(fleet as object);
  if (kernel !== undefined) return kernel;
  const others = sharedByOtherVersions('kernels');
  const other = others.find(({ value }) => value instanceof WeakMap && value.has(fleet as object));
  const versions = other && `a fleet of fleetglass ${other.version}; this function is of fleetglass ${VERSION}`;
  const got = versions ? `${versions}. Install one version` : typeof fleet;
  const message = `${caller} expects a fleet that createFleet returned, not a copy or a proxy of it. It got ${got}`;
  throw invalidRequest('configure', [{ path: 'fleet', message }]);
}

/**
 * Like `kernelOf`, for functions that do something with a fleet.
 *
 * @throws FleetError `disposed` if the fleet has ended
 */
export function liveKernelOf(fleet: unknown, caller: string, operation: Operation = 'configure'): Kernel {
  const kernel = kernelOf(fleet, caller);
  if (kernel.commits.isDisposed) throw endedError('disposed', operation);
  return kernel;
}
