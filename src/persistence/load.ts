import type { PersistedParts } from './persisted-parts.js';
import type { StorageLoss } from '../core/fleet/storage.js';
import type { StorageEngine } from './engine.js';
import { restore, yieldToEventLoop, type RestoreOptions } from './restore.js';
import { markRecovered } from './storage-loss.js';

export interface LoadOptions extends Pick<RestoreOptions, 'isDecided' | 'isOwnCreate' | 'onRecovered' | 'onLast'> {
  readonly engine: StorageEngine;
  readonly parts: PersistedParts;
  /** Reading begins when this has ended. It never rejects. */
  readonly after: Promise<void>;
  /** Gets the losses that the engine reports, and those of values that cannot be read. */
  readonly lost: StorageLoss[];
}

/** Loads the kept state of a fleet, once. */
export interface Load {
  readonly isLoading: boolean;
  /** Whether the running commit restores values, which are stored already. */
  readonly isRestoring: boolean;
  /** Why the kept state could not be read. */
  readonly failure: Error | undefined;
  /** Starts to poll all restored ids at once. Has to be called before any of them is removed. */
  startPolling(): void;
  /** Ends when the kept state is in place and its ids are polled. Never rejects. */
  run(): Promise<void>;
}

export function createLoad({ engine, parts, after, lost, onRecovered, ...options }: LoadOptions): Load {
  const { commits } = parts;
  const recovered = new Set<string>();
  /** Functions that start to poll restored ids. */
  let pollingStarts: (() => void)[] = [];
  let isLoading = true;
  let isRestoring = false;
  let failure: Error | undefined;

  function commitRestored(change: () => void): void {
    commits.commit(() => {
      isRestoring = true;
      try {
        change();
      } finally {
        isRestoring = false;
      }
    });
  }

  function startPolling(): void {
    const starts = pollingStarts;
    pollingStarts = [];
    for (const start of starts) start();
  }

  async function restoreAndPoll(): Promise<void> {
    await restore({
      ...options,
      engine,
      parts,
      commit: commitRestored,
      onLoss: (loss) => lost.push(loss),
      onRecovered(ids) {
        for (const id of ids) recovered.add(id);
        onRecovered(ids);
      },
      onRestored: (start) => pollingStarts.push(start),
    });
    while (pollingStarts.length > 0 && !commits.isDisposed) {
      pollingStarts.shift()?.();
      await yieldToEventLoop();
    }
  }

  return {
    get isLoading() {
      return isLoading;
    },
    get isRestoring() {
      return isRestoring;
    },
    get failure() {
      return failure;
    },
    startPolling,
    async run() {
      await after;
      try {
        await restoreAndPoll();
      } catch (error) {
        failure = error as Error;
        if (!commits.isDisposed) startPolling();
      }
      markRecovered(lost, recovered);
      isLoading = false;
    },
  };
}
