import { FleetError } from '../../core/shared/fleet-error.js';
import { isObject } from '../../core/shared/is-object.js';
import { custom, isObjectWith, optional } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless } from '../../core/shared/refuse-issues.js';
import { claimPlace } from '../claim-place.js';
import { createStore, type Store } from '../store.js';
import { codeOf, UnstorageEngine, type UnstorageStorage } from './unstorage-engine.js';

export type { Store } from '../store.js';
export type { UnstorageStorage } from './unstorage-engine.js';

/** The options of {@link openUnstorage}. */
export interface UnstorageOptions {
  /**
   * The beginning of all keys, such as `acme:user-17`: one prefix for each user and account. Words of letters, digits,
   * `-` and `_`, separated by `:`, and at most 200 characters.
   *
   * @default 'fleetglass'
   */
  readonly prefix?: string | undefined;
}

/** The number of the newest layout. A storage with a higher number is refused. */
const FORMAT = 1;

/**
 * Opens a store in a `Storage` of the package `unstorage`, with any of its drivers. The store does not dispose of the
 * storage. The storage has to return what was just written.
 *
 * The guarantees are weaker than the guarantees of the other stores:
 *
 * - The file driver does not write atomically: a crash can tear the file that is being written. A torn value is reported
 *   in `fleet.storage`, and is not used. A crash of the system can lose the last writes.
 * - Drivers have no atomic batches. The store writes new values before it deletes others. A crash between them leaves too
 *   much rather than too little: for example, a create that succeeded is also in `unconfirmedCreatesOf(fleet)`.
 * - Nothing locks the storage against other processes. Only one process may use a prefix at a time.
 *
 * In Node use `fleetglass/persistence/directory`, and in browsers `fleetglass/persistence/indexeddb`, if you can.
 *
 * @throws FleetError `invalid-request`; `in-use` if this process has opened the prefix of this storage already; `storage`
 *   if the storage fails or is read-only, or if a newer version of fleetglass has written it
 * @example
 * ```ts
 * const storage = createStorage({ driver: redisDriver({ url }) });
 * await using store = await openUnstorage(storage, { prefix: 'fleet:production' });
 * using fleet = createFleet({ baseUrl, credentials, persistence: store });
 * ```
 */
export async function openUnstorage(storage: UnstorageStorage, options: UnstorageOptions = {}): Promise<Store> {
  const issues = issueUnless(
    isObjectWith(storage, ['getItem', 'setItem', 'removeItem', 'getKeys']),
    'storage',
    'expected a storage, such as createStorage of unstorage returns',
  );
  const { prefix } = checkOptions('configure', storeOptions, options, '', issues);
  const release = claimPlace([prefix], storage);
  if (release === undefined) {
    const message = `a store with the prefix ${prefix} of this storage is open already: close it first, or use the same store`;
    throw new FleetError('in-use', 'configure', message);
  }
  try {
    await checkFormat(storage, prefix);
    return createStore(new UnstorageEngine(storage, prefix), release);
  } catch (error) {
    release();
    if (error instanceof FleetError) throw error;
    throw refusal(prefix, `the storage fails (${codeOf(error)}). Check its driver`);
  }
}

/** Refuses a newer layout. Writes the number of the layout, and thereby finds a driver that keeps nothing. */
async function checkFormat(storage: UnstorageStorage, prefix: string): Promise<void> {
  // No value has this key: behind other characters, `_` begins an escape such as `__` or `_002e`.
  const key = `${prefix}:format_`;
  const found = formatOf(await storage.getItem(key));
  if (found === FORMAT) return;
  if (found !== undefined && found > FORMAT)
    throw refusal(prefix, 'a newer version of fleetglass has written them. Update fleetglass. Nothing was changed');
  await storage.setItem(key, { fleetglass: FORMAT });
  if (formatOf(await storage.getItem(key)) !== FORMAT)
    throw refusal(prefix, 'the storage does not keep what is written. Check whether its driver is read-only');
}

function formatOf(value: unknown): number | undefined {
  const format = isObject(value) ? value['fleetglass'] : undefined;
  return typeof format === 'number' ? format : undefined;
}

function refusal(prefix: string, problem: string): FleetError {
  return new FleetError('storage', 'configure', `the keys ${prefix}:* of the storage cannot be used: ${problem}`);
}

const storeOptions = {
  prefix: optional(
    custom<string>(
      (value) => typeof value === 'string' && value.length <= 200 && /^[\w-]+(?::[\w-]+)*$/.test(value),
      'words of letters, digits, `-` and `_`, separated by `:`, and at most 200 characters',
    ),
    'fleetglass',
  ),
};
