import type { StorageRole } from '../core/fleet/storage.js';

/** A value by its key. The text is JSON, and contains no secret. */
export interface StoredValue {
  readonly key: string;
  readonly text: string;
}

/** Stores a text under a key, or deletes the key if `text` is absent. */
export interface StoredWrite {
  readonly key: string;
  readonly text?: string | undefined;
  /**
   * The key of another value. Only if that key has a value, this one is stored; otherwise the engine deletes `key`, because
   * another writer may have removed both. Only engines with a `role` get it.
   */
  readonly requires?: string | undefined;
  /** Whether a value that the key already has stays, unless it is damaged. Only engines with a `role` get it. */
  readonly ifAbsent?: boolean | undefined;
}

/** Damage that an engine has found. Data is lost, unless `repaired` is true. */
export interface EngineLoss {
  /** The key of the value; absent if the engine knows only that something is lost. */
  readonly key?: string | undefined;
  /** A sentence for people that says what is damaged. It contains no stored value. */
  readonly message: string;
  /** How many values are lost; absent if the engine does not know it. */
  readonly count?: number | undefined;
  /** Whether the engine has restored everything from a second copy, so that nothing is lost. */
  readonly repaired?: boolean | undefined;
}

/**
 * Stores texts by key, in a directory, a database of the browser or elsewhere. It knows nothing of fleets.
 *
 * 1. A batch is atomic: after a crash all its writes are there, or none.
 * 2. When `write` resolves, the batch survives a crash of the process. Batches are applied in the order of the calls.
 * 3. A value that is damaged is never returned. Each loss is reported.
 * 4. A failed write does not disable the engine: later writes are attempted. A failed batch is never applied later.
 *
 * `test/persistence/engine-contract.ts` checks these rules for each engine.
 */
export interface StorageEngine {
  /**
   * Reads all values in batches that keep the event loop responsive: irreplaceable values (`isIrreplaceable`) before
   * all others. Each group is the state of one moment, even during writes. The moment of the others may be later.
   *
   * @param onLoss called for each loss: for an irreplaceable value before the first of the other values, for others
   *   before the iteration ends.
   */
  read(onLoss: (loss: EngineLoss) => void): AsyncIterable<readonly StoredValue[]>;
  /** @throws StorageFailure */
  write(writes: readonly StoredWrite[]): Promise<void>;
  /** Deletes all values. @throws StorageFailure */
  clear(): Promise<void>;
  /** Whether each write is refused. @default false */
  readonly isReadOnly?: boolean | undefined;
  /** Which values this user of a shared storage saves. Absent in an engine whose storage has one user. */
  readonly role?: StorageRole | undefined;
  /** Reads the text of one value, or `undefined`. Only engines with a `role` have it. It never rejects. */
  get?(key: string): Promise<string | undefined>;
  /** Set by the engine's user. Called when the role has changed, and with a failure when no later write can succeed. */
  onChanged?: ((failure?: StorageFailure) => void) | undefined;
  /** Ends the use of the storage, after all earlier calls of `write`. Then another process can open the storage. */
  close(): Promise<void>;
}

/** Why an engine failed. `full`: there is no room, and a later write may succeed. */
export type StorageFailureReason = 'full' | 'failed';

/** An engine could not read or write. The message is a sentence for people and contains no stored value. */
export class StorageFailure extends Error {
  readonly reason: StorageFailureReason;

  constructor(reason: StorageFailureReason, message: string) {
    super(message);
    this.name = 'StorageFailure';
    this.reason = reason;
  }
}
