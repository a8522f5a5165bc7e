import { openDB, type DBSchema } from 'idb';
import { FleetError } from '../../core/shared/fleet-error.js';
import { StorageFailure } from '../engine.js';
import type { SealedValue } from '../sealed-value.js';

/** The number of the newest layout. A database with a higher number is refused. */
const VERSION = 1;

export const VALUES = 'values';

export interface Layout extends DBSchema {
  [VALUES]: { key: string; value: SealedValue };
}

export type OpenedDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** Opens a database, and creates it if it is absent. @throws FleetError `storage` */
export async function openDatabase(name: string) {
  if (typeof indexedDB === 'undefined') throw refusal(name, 'IndexedDB is not available here. Use another store');
  let markLost = (_: string): void => {};
  /** Resolves if the connection ends although it was not closed. No write can succeed afterwards. */
  const lost = new Promise<StorageFailure>((resolve) => {
    markLost = (message) => resolve(new StorageFailure('failed', `${message} Reload the page.`));
  });
  try {
    const database = await openDB<Layout>(name, VERSION, {
      upgrade: (database) => void database.createObjectStore(VALUES, { keyPath: 'key' }),
      blocking(_current, next, { target }) {
        // Another tab waits for the end of this connection: it deletes the database, or updates it.
        (target as IDBDatabase).close();
        markLost(
          next === null
            ? `The database ${name} was deleted while it was in use, by the user or by another page. Its values are lost.`
            : `Another tab has opened the database ${name} with a newer version of fleetglass.`,
        );
      },
      terminated: () =>
        markLost(
          `The browser has closed the database ${name}, for example because the data of this site was deleted. Its values may be lost.`,
        ),
    });
    if (database.objectStoreNames.contains(VALUES)) return { database, lost };
    database.close();
    throw refusal(name, 'another program has written it. Choose another name');
  } catch (error) {
    throw refusal(name, error);
  }
}

const NOT_ALLOWED =
  'the browser does not let this page keep data, for example in a private window or because the user blocks it. Allow it, or create the fleet without `persistence`';

const PROBLEMS: Readonly<Record<string, string>> = {
  VersionError:
    'a newer version of fleetglass has written it. Update fleetglass, or reload the page. Nothing was changed',
  QuotaExceededError: 'the browser has no room for it. Free space on the disk, or delete data of this site',
  SecurityError: NOT_ALLOWED,
  InvalidStateError: NOT_ALLOWED,
  NotAllowedError: NOT_ALLOWED,
};

/** The error of a database that does not open. @param reason a problem in words, or the error of the browser */
export function refusal(name: string, reason: unknown): FleetError {
  if (reason instanceof FleetError) return reason;
  const problem =
    typeof reason === 'string' ? reason : (PROBLEMS[nameOf(reason)] ?? `it does not open (${nameOf(reason)})`);
  return new FleetError('storage', 'configure', `the database ${name} cannot be used: ${problem}`);
}

export function writingFailure(name: string, error: unknown): StorageFailure {
  return nameOf(error) === 'QuotaExceededError'
    ? new StorageFailure('full', `The browser has no room for a change in the database ${name}.`)
    : new StorageFailure('failed', `A change could not be saved in the database ${name} (${nameOf(error)}).`);
}

/** The name of a browser's error, without its message, which may contain stored values. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}
