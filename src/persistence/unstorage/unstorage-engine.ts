import { isObject } from '../../core/shared/is-object.js';
import { createSequence } from '../../core/shared/sequence.js';
import { StorageFailure, type EngineLoss, type StorageEngine, type StoredValue, type StoredWrite } from '../engine.js';
import { seal, unseal } from '../sealed-value.js';
import { isIrreplaceable } from '../stored-values.js';

/** The part of an unstorage `Storage` that the store uses. `createStorage` of unstorage makes one. */
export interface UnstorageStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: object): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base: string): Promise<readonly string[]>;
}

/** How many values are read or written at once. Each takes an open file or a request. */
const AT_ONCE = 50;

/**
 * Stores values in a storage of the user, each under a key of its own. A batch is not atomic: after a crash, some of
 * its values may be new. New values are stored before other values are deleted. The number of irreplaceable values is
 * stored too, so that the next read notices a deleted file. It is stored after new values, and before values are
 * deleted, so that a crash never makes the number too large.
 */
export class UnstorageEngine implements StorageEngine {
  readonly #storage: UnstorageStorage;
  readonly #prefix: string;
  /** The irreplaceable keys that are stored; unknown until the first task that needs them. */
  #irreplaceable: Set<string> | undefined;
  readonly #inOrder = createSequence();
  #closing: Promise<void> | undefined;

  constructor(storage: UnstorageStorage, prefix: string) {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  async *read(onLoss: (loss: EngineLoss) => void): AsyncGenerator<readonly StoredValue[]> {
    // Read as a whole, because later writes would change the rest.
    const values = await this.#inOrder(() => this.#readAll(onLoss)).catch((error: unknown) => {
      throw new StorageFailure('failed', `The storage could not be read (${codeOf(error)}).`);
    });
    for (let start = 0; start < values.length; start += 500) yield values.slice(start, start + 500);
  }

  write(writes: readonly StoredWrite[]): Promise<void> {
    return this.#change(() => this.#apply(writes));
  }

  clear(): Promise<void> {
    return this.#change(async () => this.#apply((await this.#listKeys()).map((key) => ({ key }))));
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#inOrder(async () => {}));
  }

  async #change(task: () => Promise<unknown>): Promise<void> {
    if (this.#closing) throw new StorageFailure('failed', 'The store is closed.');
    await this.#inOrder(task).catch((error: unknown) => {
      const code = codeOf(error);
      if (FULL.has(code)) throw new StorageFailure('full', `The storage has no room for a change (${code}).`);
      throw new StorageFailure('failed', `A change could not be saved in the storage (${code}).`);
    });
  }

  async #apply(writes: readonly StoredWrite[]): Promise<void> {
    const last = [...new Map(writes.map((write): [string, StoredWrite] => [write.key, write])).values()];
    const stored = last.filter(({ text }) => text !== undefined);
    const deleted = last.filter(({ text }) => text === undefined);
    await inParts(stored, async ({ key, text = '' }) =>
      this.#storage.setItem(toStorageKey(this.#prefix, key), seal(key, text)),
    );
    await this.#saveCount(last);
    await inParts(deleted, async ({ key }) => this.#storage.removeItem(toStorageKey(this.#prefix, key)));
  }

  async #readAll(onLoss: (loss: EngineLoss) => void): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    const irreplaceable = new Set<string>();
    await inParts(await this.#listKeys(), async (key) => {
      const sealed = await this.#storage.getItem(toStorageKey(this.#prefix, key));
      // A driver may list a key whose value is gone.
      if (sealed === null) return;
      if (isIrreplaceable(key)) irreplaceable.add(key);
      values.push(...unseal(key, sealed, onLoss));
    });
    this.#irreplaceable = irreplaceable;
    const counted = await this.#storage.getItem(this.#countKey);
    const stored = isObject(counted) && Number.isSafeInteger(counted['count']) ? Number(counted['count']) : 0;
    const count = stored - irreplaceable.size;
    const message = `The storage lacks ${count} of ${stored} values that cannot be restored, such as added ids.`;
    if (count > 0) onLoss({ count, message });
    return values.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** No value has this key, for the same reason as `format_` in `openUnstorage`. */
  get #countKey(): string {
    return `${this.#prefix}:count_`;
  }

  async #saveCount(writes: readonly StoredWrite[]): Promise<void> {
    const changes = writes.filter(({ key }) => isIrreplaceable(key));
    if (changes.length === 0) return;
    this.#irreplaceable ??= new Set((await this.#listKeys()).filter(isIrreplaceable));
    for (const { key, text } of changes) {
      if (text === undefined) this.#irreplaceable.delete(key);
      else this.#irreplaceable.add(key);
    }
    await this.#storage.setItem(this.#countKey, { count: this.#irreplaceable.size });
  }

  async #listKeys(): Promise<string[]> {
    const storageKeys = await this.#storage.getKeys(this.#prefix);
    return storageKeys.map((each) => fromStorageKey(this.#prefix, each)).filter((key) => key !== undefined);
  }
}

/** Runs an action for each item, in parts. After a failure, waits for the rest of its part: none may run beside the next batch. */
async function inParts<T>(list: readonly T[], action: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < list.length; start += AT_ONCE) {
    const ends = await Promise.allSettled(list.slice(start, start + AT_ONCE).map(action));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'QuotaExceededError']);

/** The code or name of a driver's error. Its message may contain a value, or the password of a connection. */
export function codeOf(error: unknown): string {
  if (!isObject(error)) return 'unknown error';
  const { code, name } = error;
  const short = [code, name].find((word) => typeof word === 'string' && /^[\w-]{1,40}$/.test(word));
  return (short as string | undefined) ?? 'unknown error';
}

/** File systems refuse names of more than 255 bytes. */
const LONGEST_SEGMENT = 120;

/**
 * The key of a value in a storage: lower-case letters, digits and `-` stay. `/` becomes `__`, and other characters become
 * `_` with four hexadecimal digits. Drivers turn keys into file names, which may ignore case, and into paths at `:`.
 * A long key is cut into segments: each but the last ends with `_`, so that no file has the name of a folder.
 */
function toStorageKey(prefix: string, key: string): string {
  const safe = key.replaceAll(/[^a-z0-9-]/g, escape);
  const segments: string[] = [];
  for (let at = 0; at < safe.length; at += LONGEST_SEGMENT) segments.push(safe.slice(at, at + LONGEST_SEGMENT));
  return `${prefix}:${segments.join('_:')}`;
}

/** The key of a value, or `undefined` for a key that {@link toStorageKey} does not make. */
function fromStorageKey(prefix: string, storageKey: string): string | undefined {
  const safe = storageKey.slice(prefix.length + 1).replaceAll('_:', '');
  const key = safe.replaceAll(/_(?:_|[0-9a-f]{4})/g, unescape);
  return toStorageKey(prefix, key) === storageKey ? key : undefined;
}

const escape = (character: string): string =>
  character === '/' ? '__' : `_${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const unescape = (escaped: string): string =>
  escaped === '__' ? '/' : String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
