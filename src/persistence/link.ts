import type { Kernel } from '../core/fleet/kernel.js';
import type { PersistenceLink, StorageStatus, UnconfirmedCreate } from '../core/fleet/storage.js';
import type { Transition } from '../core/fleet/transition.js';
import { endedError, FleetError } from '../core/shared/fleet-error.js';
import { unlessAborted } from '../core/shared/on-abort.js';
import { createSource, type Source } from '../core/store/source.js';
import { parseJson } from '../core/wire/parse-json.js';
import { StorageFailure, type StorageEngine } from './engine.js';
import { FleetValues } from './fleet-values.js';
import { Restore } from './restore.js';
import { keyOf, sequenceKey } from './stored-values.js';
import { Writer, type Interval } from './writer.js';

export interface LinkOptions {
  readonly engine: StorageEngine;
  readonly kernel: Kernel;
  /** Reading and saving begin when this has ended: an earlier fleet saves its last changes. It never rejects. */
  readonly after: Promise<void>;
  /** Called when the fleet is disposed, with the end of the last save. It never rejects. */
  readonly onEnded: (lastSave: Promise<void>) => void;
}

/** Restores the kept state of a fleet, and saves what changes. */
export class StoreLink implements PersistenceLink {
  readonly ready: Promise<void>;
  readonly status: PersistenceLink['status'];
  readonly #options: LinkOptions;
  readonly #values: FleetValues;
  readonly #restore: Restore;
  readonly #writer: Writer;
  readonly #source: Source<StorageStatus>;
  #failure: Error | undefined;
  #shown: StorageStatus | undefined;
  /** The number of the last transition that this tab read as a follower. The leader saves later transitions. */
  #followedTo: number | undefined;
  /** Ends when this tab, as the leader, saves its transitions. */
  #leading: Promise<void> | undefined;
  #isEnded = false;

  constructor(options: LinkOptions) {
    const { engine, kernel, after } = options;
    this.#options = options;
    this.#restore = new Restore(engine, kernel);
    this.#source = createSource(kernel.commits, () => this.#readStatus());
    this.status = this.#source.view;
    this.#writer = new Writer({
      engine,
      after,
      clock: kernel.options.clock,
      textOf: (key) => this.#values.textOf(key),
      onChanged: () => this.#statusChanged(),
    });
    this.#values = new FleetValues(kernel, this.#restore, this.#writer);
    this.ready = this.#restoreState();
  }

  /** An arrow function, so that callers can detach it: `const { flush } = …`. */
  readonly flush = (signal?: AbortSignal): Promise<void> => {
    const saved = this.ready.then(() => this.#leading).then(() => this.#save('tenMinutes'));
    return waitFor(saved, signal);
  };

  saveCreated(signal: AbortSignal): Promise<void> {
    return waitFor(this.#save('now'), signal);
  }

  async recordCreate({ key, request, startedAt }: UnconfirmedCreate, signal?: AbortSignal): Promise<void> {
    this.#restore.ownCreates.add(key);
    this.#values.creates.set(key, JSON.stringify({ request, startedAt }));
    this.#writer.changed('now', [keyOf('create', key)]);
    try {
      await waitFor(this.#save('now'), signal);
    } catch (error) {
      this.forgetCreate(key);
      throw error;
    }
  }

  forgetCreate(key: string): void {
    this.#restore.ownCreates.add(key);
    this.#values.creates.delete(key);
    this.#writer.changed('now', [keyOf('create', key)]);
  }

  dispose(): void {
    if (this.#isEnded) return;
    this.#values.stop();
    // The status keeps its last value.
    this.#readStatus();
    this.#isEnded = true;
    this.#writer.dispose();
    // One microtask later, a create that was not sent has forgotten its intent.
    const lastSave = Promise.resolve().then(() => this.#writer.save('tenMinutes'));
    this.#options.onEnded(lastSave.catch(() => {}));
  }

  /** Ends the link because the store is closed. The status of a fleet that is not disposed shows the failure. */
  close(): void {
    if (this.#isEnded) return;
    const message = 'the store was closed before the fleet; dispose of the fleet, and make one with an open store';
    this.#failure = new Error(message);
    this.#statusChanged();
    this.dispose();
  }

  /** The same object while nothing in it changes. */
  #readStatus(): StorageStatus {
    const shown = this.#shown;
    if (this.#isEnded && shown !== undefined) return shown;
    const failure = this.#failure ?? this.#writer.failure;
    const error = failure && storageError(failure);
    const { role } = this.#options.engine;
    const state = this.#stateOf(failure);
    const { savedAt } = this.#writer;
    const isSame = shown?.state === state && shown.role === role && shown.lost.length === this.#restore.lost.length;
    if (isSame && shown.savedAt === savedAt && shown.error?.message === error?.message) return shown;
    this.#shown = Object.freeze({
      state,
      lost: Object.freeze([...this.#restore.lost]),
      ...(savedAt !== undefined && { savedAt }),
      ...(error && { error }),
      ...(role && { role }),
    });
    return this.#shown;
  }

  #stateOf(failure: Error | undefined): StorageStatus['state'] {
    if (failure !== undefined) return failure instanceof StorageFailure ? failure.reason : 'failed';
    if (this.#restore.isLoading) return 'loading';
    if (this.#writer.unsaved > 0) return 'saving';
    return this.#restore.lost.length > 0 ? 'damaged' : 'ready';
  }

  #statusChanged(): void {
    if (this.#options.engine.role === 'leader') this.#leading ??= this.ready.then(() => this.#lead());
    this.#options.kernel.commits.commit(this.#source.changed);
  }

  async #restoreState(): Promise<void> {
    const { engine, after } = this.#options;
    await after;
    const isFollower = engine.role === 'follower';
    const { sequence, recovered, failure } = await this.#restore.run();
    if (this.#isEnded) return;
    this.#failure ??= failure;
    if (!engine.isReadOnly) this.#writer.changed('now', recovered);
    if (isFollower) this.#followedTo = sequence;
    else {
      this.#values.saveTransitionsAfter(sequence);
      this.#writer.loaded(failure === undefined);
    }
    this.#statusChanged();
  }

  /**
   * A follower that becomes the leader saves its transitions after the transitions that the earlier leader saved. It adds
   * the saved usage to its own before it saves its own, and lists the creates of tabs that have closed.
   */
  async #lead(): Promise<void> {
    const read = this.#followedTo;
    if (read === undefined) return;
    const textOf = async (key: string): Promise<string> => (await this.#options.engine.get?.(key)) ?? '';
    const last = Math.max(read, Number(await textOf(keyOf('change-number', ''))) || 0);
    // A transition that this tab has read itself does not show what the earlier leader saw later.
    const text = last > read ? await textOf(keyOf('change', sequenceKey(last))) : '';
    this.#values.saveTransitionsAfter(read, last, parseJson(text) as Transition | undefined);
    await this.#restore.readAgain((record) => this.#writer.keepNewer(record)).catch(() => {});
    if (!this.#isEnded) this.#writer.loaded(this.#failure === undefined);
    this.#statusChanged();
  }

  async #save(interval: Interval): Promise<void> {
    if (this.#isEnded && this.#failure !== undefined) throw storageError(this.#failure);
    await this.#writer.save(interval).catch((error: Error) => {
      throw storageError(error);
    });
  }
}

export function storageError({ message }: Error): FleetError {
  return new FleetError('storage', 'configure', message);
}

/** Waits for a save, or for the abort of a signal. @throws FleetError `aborted` */
function waitFor(save: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return unlessAborted(save, [signal], () => endedError('aborted', 'configure'));
}
