import { backoff } from '../../core/polling/backoff.js';
import type { Clock } from '../../core/shared/clock.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { MonitorLog } from '../log/monitor-log.js';
import type { MonitorState } from './monitor-state.js';

/**
 * Reads and writes the state of a monitor. It is the only writer.
 *
 * 1. All writes of one turn of the event loop are one atomic batch: an alert and its event are saved together.
 * 2. Of several writes to a key, the last one counts. Writes that failed are tried again with later ones, with backoff.
 */
export interface StateJournal {
  /** Reads all values. Damage is logged, and a failure counts as an empty state. Never rejects. */
  read(): AsyncIterable<readonly StoredValue[]>;
  /** Stores a text under a key, or deletes the key without a text. */
  write(key: string, text: string | undefined): void;
  /** Runs a task when the writes before this call are durable, or when their save has failed. */
  afterSave(task: () => void): void;
  /** The number of keys that wait for a save. */
  readonly unsaved: number;
  readonly status: JournalStatus;
  /** Saves the last writes. Tries once. Never rejects. */
  close(): Promise<void>;
}

/** Whether everything is saved, and the message of the last failed save. */
export interface JournalStatus {
  readonly storage: 'none' | 'saved' | 'saving' | 'failing';
  readonly storageError?: string | undefined;
}

export interface StateJournalOptions {
  readonly state: MonitorState | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  /** Called when the status changed. */
  readonly onChanged: () => void;
}

const LONGEST_RETRY_MS = 60_000;

export function createStateJournal({ state, clock, random, log, onChanged }: StateJournalOptions): StateJournal {
  if (state === undefined) return noJournal;
  const engine = state;
  let changes = new Map<string, string | undefined>();
  /** The changes of the batch that is being written. */
  let writing = new Map<string, string | undefined>();
  let tasks: (() => void)[] = [];
  let running: Promise<void> | undefined;
  let failures = 0;
  let failure: string | undefined;
  let cancelRetry: (() => void) | undefined;
  let isClosing = false;

  /** Begins at the end of the running turn, so that all its writes are in the batch. */
  function schedule(): void {
    if (running !== undefined || cancelRetry !== undefined) return;
    running = Promise.resolve()
      .then(save)
      .then(() => {
        running = undefined;
        if ((changes.size > 0 || tasks.length > 0) && failure === undefined) schedule();
        onChanged();
      });
  }

  async function save(): Promise<void> {
    writing = changes;
    changes = new Map();
    let waiting = tasks;
    tasks = [];
    try {
      if (writing.size > 0) await engine.write(Array.from(writing, ([key, text]) => ({ key, text })));
      if (failure !== undefined) log('info', 'state-saved', { afterFailures: failures });
      failures = 0;
      failure = undefined;
    } catch (error) {
      failed(error);
      waiting = [...waiting, ...tasks];
      tasks = [];
    }
    writing = new Map();
    for (const task of waiting) task();
  }

  function failed(error: unknown): void {
    failure = error instanceof Error ? error.message : 'The state could not be saved.';
    failures += 1;
    if (failures === 1) log('error', 'state-save-failed', { error: failure });
    // A value that was written meanwhile is newer.
    const later = changes;
    changes = writing;
    for (const [key, text] of later) changes.set(key, text);
    if (isClosing) return;
    const delayMs = backoff(failures, { random, maxMs: LONGEST_RETRY_MS });
    cancelRetry = clock.schedule(() => {
      cancelRetry = undefined;
      schedule();
    }, delayMs);
  }

  return {
    async *read() {
      try {
        yield* engine.read(({ message, repaired = false }) =>
          log(repaired ? 'warn' : 'error', 'state-damaged', { message, repaired }),
        );
      } catch (error) {
        failure = error instanceof Error ? error.message : 'The state could not be read.';
        log('error', 'state-read-failed', { error: failure });
        onChanged();
      }
    },
    write(key, text) {
      changes.set(key, text);
      schedule();
    },
    afterSave(task) {
      // While saving fails, nothing waits for it.
      if (cancelRetry !== undefined || (changes.size === 0 && writing.size === 0)) return task();
      tasks.push(task);
    },
    get unsaved() {
      return changes.size + writing.size;
    },
    get status(): JournalStatus {
      if (failure !== undefined) return { storage: 'failing', storageError: failure };
      return { storage: running === undefined ? 'saved' : 'saving' };
    },
    async close() {
      isClosing = true;
      cancelRetry?.();
      cancelRetry = undefined;
      await running;
      if (changes.size > 0 || tasks.length > 0) schedule();
      await running;
    },
  };
}

/** Without a state nothing is kept. */
const noJournal: StateJournal = {
  async *read() {},
  write() {},
  afterSave: (task) => task(),
  unsaved: 0,
  status: { storage: 'none' },
  close: () => Promise.resolve(),
};
