import type { Clock } from '../core/shared/clock.js';
import type { StorageEngine, StorageFailure, StoredValue, StoredWrite } from './engine.js';
import { isOlder, ownerOf, splitKey } from './stored-values.js';

/** The intervals of the saves. A value that changes often is saved once in its interval. */
const INTERVALS_MS = {
  /** Ids and creates: at the end of the running task. */
  now: 0,
  /** Records, transitions and indices. */
  second: 1000,
  /** The latest readings of usage. */
  minute: 60_000,
  /** Histories of usage, which are large: each minute a tenth of them. */
  tenMinutes: 60_000,
};

export type Interval = keyof typeof INTERVALS_MS;

const INTERVALS = Object.keys(INTERVALS_MS) as Interval[];

/** Making the texts of a batch takes a few milliseconds. */
const BATCH = 500;

/** Ids are short, and each batch of them is synced. */
const BATCH_NOW = 5000;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

export interface WriterOptions {
  readonly engine: StorageEngine;
  readonly clock: Clock;
  /** Returns the text to store under a key now; `undefined` deletes the value. */
  readonly textOf: (key: string) => string | undefined;
  /** Saves begin when this has ended. It never rejects. */
  readonly after: Promise<void>;
  readonly onChanged: () => void;
}

/**
 * Saves the values that changed. It makes the text of a value when it saves the value.
 *
 * While the kept state is loading, only the interval `now` is saved, also at the end of the fleet: other saves would
 * delete or replace values that are not read yet.
 */
export class Writer {
  /** Why the last save failed; absent after a successful save. */
  failure: StorageFailure | undefined;
  /** When the last save ended, Unix milliseconds. */
  savedAt: number | undefined;
  readonly #options: WriterOptions;
  /** The keys of changed values. A key is in one interval. */
  readonly #changed = Object.fromEntries(INTERVALS.map((each) => [each, new Set()])) as Record<Interval, Set<string>>;
  readonly #timers = new Map<Interval | 'retry', () => void>();
  #running: Promise<void>;
  /** The number of values that are being written. */
  #writing = 0;
  #retryMs = FIRST_RETRY_MS;
  #tenth = 0;
  #isLoading = true;
  /** Whether the store may hold values that could not be read. They are replaced, but not deleted. */
  #isUnread = true;
  #isDisposed = false;

  constructor(options: WriterOptions) {
    const { engine, after } = options;
    this.#options = options;
    this.#running = after;
    engine.onChanged = (failure) => {
      this.failure = failure ?? this.failure;
      this.#scheduleAll();
      options.onChanged();
    };
  }

  /** Whether other users save values in the storage too. */
  get isShared(): boolean {
    return this.#options.engine.role !== undefined;
  }

  /** The number of changed values that wait for a save of this user of the storage. Histories of usage do not count. */
  get unsaved(): number {
    const { now, second, minute } = this.#changed;
    return this.#writing + now.size + (this.#options.engine.role === 'follower' ? 0 : second.size + minute.size);
  }

  /** Whether only ids and creates are saved: other kept values are not read yet, or another tab saves them. */
  get #isLimited(): boolean {
    return this.#isLoading || this.#options.engine.role === 'follower';
  }

  /** Saves changed values within an interval. A value that already waits for a shorter interval stays in it. */
  changed(interval: Interval, keys: readonly string[]): void {
    if (keys.length === 0 || (this.#options.engine.isReadOnly && interval !== 'now')) return;
    const earlier = INTERVALS.slice(0, INTERVALS.indexOf(interval));
    for (const key of keys) {
      if (earlier.some((each) => this.#changed[each].has(key))) continue;
      for (const each of INTERVALS) this.#changed[each].delete(key);
      // The order of the changes is the order of added ids.
      this.#changed[interval].add(key);
    }
    this.#schedule(interval);
    this.#options.onChanged();
  }

  /** Does not save a record that waits if the stored one, which another tab has saved, is newer. */
  keepNewer({ key, text }: StoredValue): void {
    const { second } = this.#changed;
    if (second.has(key) && isOlder(this.#options.textOf(key), text)) second.delete(key);
  }

  /** To be called when the kept state is restored. @param isComplete whether all of it could be read */
  loaded(isComplete: boolean): void {
    this.#isLoading = false;
    this.#isUnread = !isComplete;
    this.#scheduleAll();
  }

  /** Saves the changes so far that wait for this interval or a shorter one. @throws StorageFailure */
  save(interval: Interval): Promise<void> {
    this.#running = this.#running.catch(() => {}).then(() => this.#saveUpTo(interval));
    return this.#running;
  }

  /** Cancels the timers, and no longer follows the engine. Afterwards only `save` saves, and tries once. */
  dispose(): void {
    this.#isDisposed = true;
    this.#options.engine.onChanged = undefined;
    this.#stopTimers();
  }

  /** After a failure, one retry saves everything. */
  #schedule(interval: Interval): void {
    const hasFailed = this.failure !== undefined;
    if (this.#isDisposed || (hasFailed && this.#options.engine.isReadOnly)) return;
    if (interval !== 'now' && this.#isLimited) return;
    if (hasFailed) {
      const retry = (): void => void this.save('tenMinutes').catch(() => {});
      return this.#startTimer('retry', this.#retryMs, retry);
    }
    this.#startTimer(interval, INTERVALS_MS[interval], () => {
      if (interval === 'tenMinutes') this.#selectTenth();
      void this.save(interval === 'tenMinutes' ? 'minute' : interval).catch(() => {});
    });
  }

  #scheduleAll(): void {
    for (const interval of INTERVALS) if (this.#changed[interval].size > 0) this.#schedule(interval);
  }

  #startTimer(name: Interval | 'retry', delayMs: number, task: () => void): void {
    if (this.#timers.has(name)) return;
    const cancel = this.#options.clock.schedule(() => {
      this.#timers.delete(name);
      task();
    }, delayMs);
    this.#timers.set(name, cancel);
  }

  #stopTimers(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Selects a tenth of the histories for the next save, so that a large fleet does not write all of them at once. */
  #selectTenth(): void {
    this.#tenth = (this.#tenth + 1) % 10;
    const { minute, tenMinutes } = this.#changed;
    for (const key of tenMinutes) {
      if (tenthOf(key) !== this.#tenth) continue;
      tenMinutes.delete(key);
      minute.add(key);
    }
    if (tenMinutes.size > 0) this.#schedule('tenMinutes');
  }

  async #saveUpTo(interval: Interval): Promise<void> {
    const longest = this.#isLimited ? 'now' : interval;
    const intervals = INTERVALS.slice(0, INTERVALS.indexOf(longest) + 1);
    for (const each of intervals) {
      // A value that changes again during these saves is saved again later.
      const keys = [...this.#changed[each]];
      const size = each === 'now' ? BATCH_NOW : BATCH;
      for (let at = 0; at < keys.length; at += size) await this.#saveBatch(each, keys.slice(at, at + size));
    }
  }

  async #saveBatch(interval: Interval, keys: readonly string[]): Promise<void> {
    const { engine, clock, onChanged } = this.#options;
    const taken = keys.filter((key) => this.#changed[interval].delete(key));
    const writes = taken.flatMap((key) => this.#writeOf(interval, key));
    if (writes.length === 0) return;
    this.#writing = writes.length;
    try {
      await engine.write(writes);
    } catch (error) {
      this.#writing = 0;
      this.#failed(interval, taken, error as StorageFailure);
      onChanged();
      throw error;
    }
    this.#writing = 0;
    this.savedAt = clock.now();
    this.#retryMs = FIRST_RETRY_MS;
    if (this.failure !== undefined) {
      this.failure = undefined;
      this.#scheduleAll();
    }
    onChanged();
  }

  #writeOf(interval: Interval, key: string): StoredWrite[] {
    const text = this.#options.textOf(key);
    if (text === undefined && this.#isUnread && interval !== 'now') return [];
    if (!this.isShared) return [{ key, text }];
    // An id that is added again keeps its position.
    return [{ key, text, requires: ownerOf(key), ifAbsent: splitKey(key)[0] === 'id' }];
  }

  #failed(interval: Interval, taken: readonly string[], failure: StorageFailure): void {
    // A value that changed during the write keeps the place of that change.
    const later = this.#changed[interval];
    const again = taken.filter((key) => INTERVALS.every((each) => !this.#changed[each].has(key)));
    this.#changed[interval] = new Set([...again, ...later]);
    this.failure = failure;
    this.#stopTimers();
    this.#scheduleAll();
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
  }
}

function tenthOf(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum += key.charCodeAt(at);
  return sum % 10;
}
