import { identifierProblem } from '../../../../core/api/identifier.js';
import type { KeyValues } from './browser-storage.js';

/** The ids that somebody added or created in this browser, for each service. */
export interface RememberedIds {
  readonly ids: readonly string[];
  add(id: string): void;
  remove(id: string): void;
}

/**
 * The API lists no databases, so an id that is forgotten is a database that is lost: what was added or created is kept
 * over reloads.
 *
 * @param account names the service, and its run where it forgets at its end
 */
export function createRememberedIds(storage: KeyValues, account: string): RememberedIds {
  const key = `fleetglass.ids ${account}`;

  function read(): readonly string[] {
    try {
      const ids: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      return Array.isArray(ids) ? ids.filter((id) => identifierProblem(id) === undefined) : [];
    } catch {
      return [];
    }
  }

  function write(ids: readonly string[]): void {
    if (ids.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(ids));
  }

  return {
    get ids() {
      return read();
    },
    // Read again each time: another tab may have added one.
    add: (id) => write([...new Set([...read(), id])]),
    remove: (id) => write(read().filter((each) => each !== id)),
  };
}
