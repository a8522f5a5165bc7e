import { backoff } from '../../core/polling/backoff.js';
import type { Clock } from '../../core/shared/clock.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { MonitorLog } from '../log/monitor-log.js';
import type { MonitorState } from './open-monitor-state.js';

export interface StateJournalOptions {
  readonly state?: MonitorState | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  readonly onChanged: () => void;
}

const LONGEST_RETRY_MS = 60_000;

/** A longer save counts as a failure until it ends: while a disk hangs, events must not wait. */
const LONGEST_SAVE_MS = 10_000;

/**
 * Reads and writes the state of a monitor. It is the only writer. Without a state nothing is kept.
 * 1. All writes of one turn of the event loop are one atomic batch: an alert and its event are saved together.
 * 2. Of several writes to a key, the last one counts. Writes that failed are tried again with later ones, with backoff.
 * 3. While saving fails, a new value that is deleted again is dropped: only existing values wait for the next save.
 */
export class StateJournal {
  readonly #options: StateJournalOptions;
  #changes = new Map<string, string | undefined>();
  #writing = new Map<string, string | undefined>();
  /** The keys that were never saved. */
  readonly #newKeys = new Set<string>();
  #tasks: (() => void)[] = [];
  /** The tasks that wait for the running save. `#tasks` wait for the next save. */
  #waiting: (() => void)[] = [];
  #running: Promise<void> | undefined;
  #failures = 0;
  #failure: string | undefined;
  #cancelRetry: (() => void) | undefined;
  #stopWatch = (): void => {};
  #isClosing = false;

  constructor(options: StateJournalOptions) {
    this.#options = options;
  }

  /** Reads all values. Damage is logged, and a failure counts as an empty state. Never rejects. */
  async *read(): AsyncGenerator<readonly StoredValue[]> {
    const { state, log, onChanged } = this.#options;
    if (state === undefined) return;
    try {
      yield* state.read(({ message, repaired = false }) =>
        log(repaired ? 'warn' : 'error', 'state-damaged', { message, repaired }),
      );
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : 'The state could not be read.';
      log('error', 'state-read-failed', { error: this.#failure });
      onChanged();
    }
  }

  /**
   * Stores a text under a key, or deletes the key if there is no text. It is bound, so it can be passed as a function.
   * @param isNew whether the key was never used before
   */
  readonly write = (key: string, text: string | undefined, isNew = false): void => {
    if (this.#options.state === undefined) return;
    if (isNew) this.#newKeys.add(key);
    if (text === undefined && this.#newKeys.has(key) && !this.#writing.has(key)) {
      this.#newKeys.delete(key);
      this.#changes.delete(key);
      return;
    }
    this.#changes.set(key, text);
    this.#schedule();
  };

  /** Runs a task when the writes before this call are durable, or when their save has failed. */
  afterSave(task: () => void): void {
    // While saving fails, nothing waits for it.
    if (this.#failures > 0 || this.#changes.size + this.#writing.size === 0) return task();
    this.#tasks.push(task);
  }

  get status(): { readonly storage: 'none' | 'saved' | 'saving' | 'failing'; readonly storageError?: string } {
    if (this.#failure !== undefined) return { storage: 'failing', storageError: this.#failure };
    if (this.#options.state === undefined) return { storage: 'none' };
    return { storage: this.#running === undefined ? 'saved' : 'saving' };
  }

  /** Saves the last writes. Tries once. Never rejects. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopWatch();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    await this.#running;
    if (this.#changes.size > 0 || this.#tasks.length > 0) this.#schedule();
    await this.#running;
  }

  /** Runs all tasks that wait for a save, without waiting any longer. */
  abandon(): void {
    run(this.#waiting);
    run(this.#tasks);
  }

  /** Begins at the end of the running turn, so that all its writes are in the batch. */
  #schedule(): void {
    if (this.#running !== undefined || this.#cancelRetry !== undefined) return;
    this.#running = Promise.resolve()
      .then(() => this.#save())
      .then(() => {
        this.#running = undefined;
        const isWaiting = this.#changes.size > 0 || this.#tasks.length > 0;
        if (isWaiting && this.#failure === undefined) this.#schedule();
        this.#options.onChanged();
      });
  }

  async #save(): Promise<void> {
    const { state, log } = this.#options;
    this.#writing = this.#changes;
    this.#changes = new Map();
    this.#waiting = this.#tasks;
    this.#tasks = [];
    this.#watch();
    try {
      if (this.#writing.size > 0) await state?.write(Array.from(this.#writing, ([key, text]) => ({ key, text })));
      if (this.#failure !== undefined) log('info', 'state-saved', { afterFailures: this.#failures });
      this.#failures = 0;
      this.#failure = undefined;
      for (const key of this.#writing.keys()) this.#newKeys.delete(key);
    } catch (error) {
      this.#failed(error instanceof Error ? error.message : 'The state could not be saved.');
      this.#retryLater();
    }
    this.#stopWatch();
    this.#writing = new Map();
    run(this.#waiting);
    if (this.#failures > 0) run(this.#tasks);
  }

  #watch(): void {
    if (this.#isClosing) return;
    this.#stopWatch = this.#options.clock.schedule(() => {
      this.#failed(`The state was not saved within ${LONGEST_SAVE_MS / 1000} s. The disk may hang.`);
      this.#options.onChanged();
      this.abandon();
    }, LONGEST_SAVE_MS);
  }

  #failed(message: string): void {
    this.#failure = message;
    this.#failures += 1;
    if (this.#failures === 1) this.#options.log('error', 'state-save-failed', { error: message });
  }

  #retryLater(): void {
    const { clock, random } = this.#options;
    // A value that was written meanwhile is newer, and comes later: events are restored in the order of their writes.
    const changes = [...this.#writing, ...this.#changes];
    this.#writing = new Map();
    this.#changes = new Map();
    for (const [key, text] of changes) this.write(key, text);
    if (this.#isClosing) return;
    const delayMs = backoff(this.#failures, random, LONGEST_RETRY_MS);
    this.#cancelRetry = clock.schedule(() => {
      this.#cancelRetry = undefined;
      this.#schedule();
    }, delayMs);
  }
}

function run(tasks: (() => void)[]): void {
  for (const task of tasks.splice(0)) task();
}
