import { FleetClock } from '../polling/fleet-clock.js';
import type { Database } from '../records/database.js';
import type { IndexRecord, VectorIndex } from '../records/vector-index.js';
import { Commits } from '../store/commits.js';
import { EntityStore } from '../store/entity-store.js';
import { setBack } from '../store/entry.js';
import { Events } from '../store/events.js';
import { accountNameOf } from '../wire/credentials.js';
import type { Activity } from './activity.js';
import { Answers } from './answers.js';
import { DatabaseReads } from './database-reads.js';
import { Effects, type FleetRequests } from './effects.js';
import { readFleetOptions, type FleetOptions, type FleetSettings, type SharingLink } from './fleet-options.js';
import { IndexList } from './index-list.js';
import type { Kernel, KernelOptions } from './kernel.js';
import { FirstUse, KnownIds } from './known-ids.js';
import type { PersistenceLink } from './storage.js';
import { TransitionLog } from './transition-log.js';

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function createKernel(requests: FleetRequests, given: FleetOptions): FleetKernel {
  const settings = readFleetOptions(given);
  const sharing = settings.sharing?.connect();
  try {
    return new FleetKernel(requests, settings, sharing);
  } catch (error) {
    // Another fleet can use the sharing.
    sharing?.dispose();
    throw error;
  }
}

class FleetKernel implements Kernel {
  readonly options: KernelOptions;
  readonly clocks: FleetClock;
  readonly commits: Commits;
  readonly effects: Effects;
  readonly databases: EntityStore<Database>;
  readonly indices: EntityStore<IndexRecord>;
  readonly answers = { database: new Answers<Database>(), index: new Answers<VectorIndex>() };
  readonly reads: DatabaseReads;
  readonly known: KnownIds;
  readonly list: IndexList;
  readonly transitions: TransitionLog;
  readonly activity: Events<Activity>;
  readonly storage: PersistenceLink | undefined;
  readonly #sharing: SharingLink | undefined;
  readonly #parts = new Map<string, unknown>();
  readonly #disposal = new Set<() => void>();

  constructor(requests: FleetRequests, settings: FleetSettings, sharing: SharingLink | undefined) {
    const { credentials, ...options } = settings;
    const clock = new FleetClock(settings.clock, (now, byMs) => this.#clockSetBack(now, byMs));
    const firstUse = new FirstUse();
    this.clocks = clock;
    this.commits = new Commits(options.onError, firstUse.begin);
    this.activity = new Events(this.commits);
    this.databases = new EntityStore<Database>(this.commits);
    this.indices = new EntityStore<IndexRecord>(this.commits);
    const { commits } = this;
    const onInterest = firstUse.begin;
    this.effects = new Effects({ requests, settings, clock, commits, sharing, onInterest });
    this.options = { ...options, clock, account: accountNameOf(credentials) };
    this.reads = new DatabaseReads(this.effects, this.databases, this.answers.database, (ids) => this.known.left(ids));
    const polls = this.effects.scheduler.register(this.reads);
    const { retainMs } = options;
    this.known = new KnownIds({ commits, store: this.databases, polls, clock, retainMs, firstUse });
    this.known.onForgotten((id) => this.#forget(id));
    this.list = new IndexList(this.effects, commits, this.indices, this.answers.index);
    this.transitions = new TransitionLog(this.commits, this.databases);
    this.#sharing = sharing;
    this.storage = options.persistence?.connect(this);
    sharing?.join(this);
  }

  part<T>(name: string, create: (kernel: Kernel) => T): T {
    if (!this.#parts.has(name)) this.#parts.set(name, create(this));
    return this.#parts.get(name) as T;
  }

  readonly onDispose = (task: () => void): (() => void) => {
    if (this.commits.isDisposed) task();
    else this.#disposal.add(task);
    return () => void this.#disposal.delete(task);
  };

  dispose(): void {
    if (this.commits.isDisposed) return;
    this.storage?.dispose();
    this.#sharing?.dispose();
    this.commits.dispose();
    for (const task of [...this.#disposal].toReversed()) task();
    this.#disposeState();
  }

  #forget(id: string): void {
    this.answers.database.forget(id);
    this.reads.lastRequests.delete(id);
    this.effects.forget(id);
  }

  /** Records and requests from now on are newer than all others, whatever the wall clock said then. */
  #clockSetBack(now: number, byMs: number): void {
    const stores: readonly EntityStore<object>[] = [this.databases, this.indices, this.list.store];
    for (const store of stores) store.updateAll((entry) => setBack(entry, now, byMs));
    for (const request of this.reads.lastRequests.values()) request.startedAt = Math.min(request.startedAt, now);
  }

  #disposeState(): void {
    this.activity.complete();
    this.transitions.dispose();
    for (const { id } of this.databases.entries()) this.effects.forget(id);
    for (const each of [this.known, this.databases, this.indices, this.list, this.effects]) each.dispose();
  }
}
