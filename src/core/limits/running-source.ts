import { readCredentials } from '../fleet/fetch-credentials.js';
import type { Kernel } from '../fleet/kernel.js';
import { Limiter } from '../polling/limiter.js';
import { pollingMessages } from '../polling/polling-status.js';
import { Scheduler, type PollGroup } from '../polling/scheduler.js';
import { detailOf, FleetError } from '../shared/fleet-error.js';
import type { EntityStore } from '../store/entity-store.js';
import type { Entry } from '../store/entry.js';
import { withDeadline } from '../wire/deadline.js';
import { redact } from '../wire/redact.js';
import { reportPart, type Report } from './report-usage.js';
import type { CheckedUsageSource, UsageSourceContext, UsageSourceError, UsageSourceStatus } from './usage-source.js';

/** A younger list of indices is not read again for the token of an index. */
const FRESH_LIST_MS = 5000;

/** The key of a source that reads all resources at once. */
const ALL = '';

/** Reads may end at once. After this many, other tasks run first. */
const PER_TURN = 100;

/** The facts of each key: the interval of the source alone decides. */
const FACTS = {
  resource: 'database',
  hasRecord: true,
  modifying: false,
  active: true,
  missing: false,
  waiting: false,
  observed: false,
  tracked: true,
} as const;

/**
 * Reads the resources of one source at its interval, with a scheduler of its own. It guarantees:
 *
 * 1. A new resource is read at once, then once per interval, at its own phase. Nothing is read while polling pauses as
 *    `hidden` or `offline`.
 * 2. At most `concurrency` reads run at the same time, and at most one for each resource. A read that does not end blocks
 *    its own resource only: after `timeoutMs` it counts as failed.
 * 3. A resource whose read failed waits for its backoff, but not after invalid amounts in an answer for all resources.
 */
export class RunningSource {
  readonly #kernel: Kernel;
  readonly #source: CheckedUsageSource;
  readonly #store: EntityStore<object>;
  readonly #scheduler: Scheduler;
  readonly #polls: PollGroup<void>;
  readonly #reportUsage: Report;
  readonly #onChanged: () => void;
  readonly #stopFollowing: () => void;
  readonly #ids = new Set<string>();
  readonly #failing = new Set<string>();
  /** The keys of reads that were given up and have not ended. */
  readonly #hanging = new Set<string>();
  #reads = 0;
  #lastRunAt: number | undefined;
  #lastError: UsageSourceError | undefined;

  constructor(kernel: Kernel, source: CheckedUsageSource, onChanged: () => void) {
    const { commits, clocks, effects, options } = kernel;
    const { concurrency, everyMs } = source;
    const { random } = options;
    this.#kernel = kernel;
    this.#source = source;
    this.#onChanged = onChanged;
    this.#reportUsage = reportPart(kernel);
    this.#store = kernel.stores[source.resource];
    this.#scheduler = new Scheduler({
      clock: clocks.corrected,
      commits,
      limiter: new Limiter({ clock: clocks, random, concurrency, perSecond: Infinity, burst: Infinity }),
      random,
      cadence: () => everyMs,
      presence: effects.presence,
    });
    this.#polls = this.#scheduler.register({
      operation: 'configure',
      has: () => true,
      facts: () => FACTS,
      confirmedAt: () => undefined,
      poll: (key, signal) => this.#poll(key, signal),
    });
    for (const entry of this.#store.entries()) this.#follow(entry.id, entry);
    this.#stopFollowing = this.#store.onChange((id, _, after) => {
      if (this.#follow(id, after)) onChanged();
    });
  }

  get status(): UsageSourceStatus {
    const { name, resource } = this.#source;
    const failing = this.#failing.has(ALL) ? this.#ids.size : this.#failing.size;
    return {
      name,
      resource,
      resources: this.#ids.size,
      failing,
      ...(this.#lastRunAt !== undefined && { lastRunAt: this.#lastRunAt }),
      ...(this.#lastError !== undefined && failing > 0 && { lastError: this.#lastError }),
    };
  }

  stop(): void {
    this.#stopFollowing();
    this.#scheduler.dispose();
    if (this.#source.dispose) this.#kernel.commits.guard.run(this.#source.dispose);
  }

  /** @returns whether the source begins or ceases to read the resource */
  #follow(id: string, { record, status }: Entry<object>): boolean {
    const isReadable = this.#store.isMember(id) && record !== undefined && status !== 'missing';
    if (isReadable === this.#ids.has(id)) return false;
    this.#ids[isReadable ? 'add' : 'delete'](id);
    if (!isReadable) this.#failing.delete(id);
    const key = this.#source.readAll === undefined ? id : ALL;
    this.#polls.change([key], 'tracked', isReadable ? 1 : -1);
    if (this.#ids.size === 0) this.#failing.delete(ALL);
    return true;
  }

  /** Reads a key once. For the scheduler all failures are equal. */
  async #poll(key: string, signal: AbortSignal): Promise<void> {
    const { timeoutMs } = this.#source;
    const clock = this.#kernel.clocks.corrected;
    try {
      await withDeadline({ clock, timeoutMs, signal }, (ended) => this.#read(key, ended));
      if (!signal.aborted) this.#failing.delete(key);
    } catch (failure) {
      if (!signal.aborted) this.#failed(key, failure);
      throw new Error('the read failed');
    } finally {
      if (!signal.aborted) {
        this.#lastRunAt = clock.now();
        this.#onChanged();
      }
    }
  }

  async #read(key: string, signal: AbortSignal): Promise<void> {
    if (this.#hanging.has(key))
      throw new Error('the previous read still runs. A read must end when its `signal` aborts');
    this.#hanging.add(key);
    try {
      this.#reads += 1;
      if (this.#reads % PER_TURN === 0) await this.#nextTurn();
      // The source may have been removed meanwhile, and its connections released.
      if (signal.aborted) return;
      await (this.#source.readAll === undefined ? this.#readOne(key, signal) : this.#readAll(signal));
    } finally {
      this.#hanging.delete(key);
    }
  }

  async #readOne(id: string, signal: AbortSignal): Promise<void> {
    const { record } = this.#store.peek(id);
    if (record === undefined) return;
    const context: UsageSourceContext = {
      signal,
      credentials: async (options) => (await this.#credentials(id, options?.refresh === true, signal)) as never,
    };
    const values = await this.#source.read?.(record, context);
    if (values !== undefined && !signal.aborted) this.#report(id, values);
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    const records = [...this.#ids].flatMap((id) => this.#store.peek(id).record ?? []);
    const all = await this.#source.readAll?.(records, { signal });
    if (!(all instanceof Map)) throw new TypeError('expected readAll to return a Map of amounts by id');
    let count = 0;
    for (const id of this.#ids) {
      if (signal.aborted) return;
      try {
        if (all.has(id)) this.#report(id, all.get(id));
        this.#failing.delete(id);
      } catch (error) {
        // The usage of one resource is invalid. The others count, and need no backoff.
        this.#failed(id, error);
      }
      count += 1;
      if (count % PER_TURN === 0) await this.#nextTurn();
    }
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => void this.#kernel.clocks.corrected.schedule(resolve, 0));
  }

  #report(id: string, values: object): void {
    const { name, resource } = this.#source;
    this.#reportUsage(resource, id, values, { source: name });
  }

  async #credentials(id: string, isRefreshed: boolean, signal: AbortSignal): Promise<object | undefined> {
    const { answers, effects, list, options } = this.#kernel;
    const { resource } = this.#source;
    const known = isRefreshed ? undefined : answers[resource].credentials(id);
    // One list has all tokens. Many refused tokens must not cause many reads of the list, even if it fails.
    const ageMs = options.clock.now() - Math.max(list.entry.confirmedAt ?? 0, list.failedAt);
    const isListed = resource === 'index' && list.hasTokens && (!isRefreshed || (ageMs >= 0 && ageMs < FRESH_LIST_MS));
    if (known || isListed) return known ?? answers.index.credentials(id);
    const cause = effects.limiter.stop?.cause ?? 'rate-limited';
    // The polls probe a service that refuses the account or does not answer. The reads of use must not add probes.
    if (cause !== 'rate-limited')
      throw new FleetError(cause === 'outage' ? 'unavailable' : cause, 'configure', pollingMessages[cause]);
    if (resource === 'database') return readCredentials(this.#kernel, id, signal);
    await list.request(signal);
    return answers.index.credentials(id);
  }

  #failed(key: string, failure: unknown): void {
    const id = key === ALL ? undefined : key;
    const text: unknown = failure instanceof FleetError ? detailOf(failure) : (failure as Error | null)?.message;
    const secrets = this.#kernel.answers[this.#source.resource].secrets(id);
    const message = redact(typeof text === 'string' ? text : '', secrets) || 'failed';
    this.#lastError = { at: this.#kernel.clocks.corrected.now(), ...(id !== undefined && { id }), message };
    this.#failing.add(key);
  }
}
