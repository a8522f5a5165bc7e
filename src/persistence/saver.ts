import { endedError } from '../core/shared/ended-error.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { Clock } from '../core/shared/clock.js';
import { StorageFailure, type StorageEngine, type StoredWrite } from './engine.js';
import { ownerOf } from './stored-values.js';

/** Returns the text to store now; `undefined` deletes the value. */
export type ReadText = (id: string) => string | undefined;

/** Saves changed values. It reads each value when it saves it, so that values that change often are saved seldom. */
export interface Saver {
  /**
   * Marks a value as changed. It is saved within `withinMs`, together with all other changes.
   *
   * @param withinMs 0 saves at the end of the running task. A follower saves only these changes, until it is the leader.
   */
  changed(key: string, id: string, read: ReadText, withinMs: number): void;
  /** Saves everything that changed before the call. @throws FleetError `storage` */
  save(): Promise<void>;
  /** Number of changed values that can be saved now, with those that are being written. */
  readonly unsaved: number;
  readonly failure: StorageFailure | undefined;
  /** When the last save ended, Unix milliseconds. */
  readonly savedAt: number | undefined;
  /** Cancels the timer, and no longer follows the engine. Afterwards only `save` saves, and tries once. */
  dispose(): void;
}

export interface SaverOptions {
  readonly engine: StorageEngine;
  readonly clock: Clock;
  /** Saves begin when this has ended. It never rejects. */
  readonly after: Promise<void>;
  /** Called when the state of the saver changed. */
  readonly onChanged: () => void;
}

/** Making the texts of a batch takes a few milliseconds. */
const BATCH = 500;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

interface Change {
  readonly id: string;
  readonly read: ReadText;
}

export function createSaver({ engine, clock, after, onChanged }: SaverOptions): Saver {
  const changes = new Map<string, Change>();
  /** Number of values in the batch that is being written. */
  let writing = 0;
  /** Changes that a follower keeps until it is the leader. */
  const waiting = new Map<string, Change>();
  const stopFollowing = engine.onChanged?.(engineChanged);
  let running = after;
  let queued: Promise<void> | undefined;
  let failure: StorageFailure | undefined;
  let savedAt: number | undefined;
  let retryMs = FIRST_RETRY_MS;
  let cancelTimer: (() => void) | undefined;
  let timerAtMs = Infinity;
  let isDisposed = false;

  function schedule(delayMs: number): void {
    if (isDisposed) return;
    const atMs = clock.monotonic() + delayMs;
    if (atMs >= timerAtMs) return;
    cancelTimer?.();
    timerAtMs = atMs;
    cancelTimer = clock.schedule(() => void save().catch(() => {}), delayMs);
  }

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    timerAtMs = Infinity;
  }

  /** Saves the changes of this moment, in batches. A value that changes meanwhile is saved again later. */
  async function saveAll(): Promise<void> {
    stopTimer();
    const keys = [...changes.keys()];
    for (let start = 0; start < keys.length; start += BATCH) await saveBatch(keys.slice(start, start + BATCH));
  }

  async function saveBatch(keys: readonly string[]): Promise<void> {
    const taken = new Map<string, Change>();
    const writes: StoredWrite[] = [];
    for (const key of keys) {
      const change = changes.get(key);
      if (change === undefined) continue;
      changes.delete(key);
      taken.set(key, change);
      const write = { key, text: change.read(change.id) };
      writes.push(engine.role === undefined ? write : { ...write, requires: ownerOf(key) });
    }
    if (writes.length === 0) return;
    writing = writes.length;
    try {
      await engine.write(writes);
    } catch (error) {
      writing = 0;
      putBack(taken);
      failure =
        error instanceof StorageFailure
          ? error
          : new StorageFailure('failed', 'A change could not be saved (unknown error).');
      schedule(retryMs);
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
      onChanged();
      throw failure;
    }
    // A change while the store failed set no timer.
    if (failure !== undefined && changes.size > 0) schedule(0);
    writing = 0;
    failure = undefined;
    savedAt = clock.now();
    retryMs = FIRST_RETRY_MS;
    onChanged();
  }

  /** The order of the changes is the order of added ids. A value that changed meanwhile has its newer mark. */
  function putBack(taken: ReadonlyMap<string, Change>): void {
    const later = [...changes];
    changes.clear();
    for (const [key, change] of taken) changes.set(key, change);
    for (const [key, change] of later) mark(key, change);
  }

  function mark(key: string, change: Change): void {
    changes.delete(key);
    changes.set(key, change);
  }

  function engineChanged(reported?: StorageFailure): void {
    failure = reported ?? failure;
    if (engine.role === 'leader' && waiting.size > 0) {
      for (const [key, change] of waiting) if (!changes.has(key)) changes.set(key, change);
      waiting.clear();
      schedule(0);
    }
    onChanged();
  }

  function save(): Promise<void> {
    if (queued !== undefined) return queued;
    const previous = running;
    const next = (async () => {
      await previous.catch(() => {});
      queued = undefined;
      await saveAll();
    })();
    queued = next;
    running = next;
    return next;
  }

  return {
    changed(key, id, read, withinMs) {
      if (engine.role === 'follower' && withinMs > 0 && !changes.has(key)) return void waiting.set(key, { id, read });
      waiting.delete(key);
      mark(key, { id, read });
      // After a failure, the retry saves everything.
      if (failure === undefined) schedule(withinMs);
      onChanged();
    },
    async save() {
      try {
        await save();
      } catch (error) {
        throw storageError(error as StorageFailure);
      }
    },
    get unsaved() {
      return changes.size + writing;
    },
    get failure() {
      return failure;
    },
    get savedAt() {
      return savedAt;
    },
    dispose() {
      isDisposed = true;
      stopTimer();
      stopFollowing?.();
    },
  };
}

export function storageError({ message }: Error): FleetError {
  return new FleetError('storage', 'configure', message);
}

/** Waits for a promise, or for the abort of a signal. @throws FleetError `aborted` */
export async function unlessAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(endedError('aborted', 'configure'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    promise.catch(() => {});
  }
}
