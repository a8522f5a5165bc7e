import { identifierProblem } from '../../../../core/wire/identifier.js';
import type { KeyValues } from '../shell/browser-storage.js';

/** The ids that were added or created in this browser, for each service. */
export interface RememberedIds {
  readonly ids: readonly string[];
  add(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
}

/**
 * Stores ids that were added or created in this browser. The API lists no databases, so the page would lose them on
 * reload.
 *
 * @param account identifies the service, and the run of a service that keeps no data between runs.
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
    // Reads the storage each time, because another tab may have changed it.
    add: (ids) => write([...new Set([...read(), ...ids])]),
    remove: (ids) => write(read().filter((id) => !ids.includes(id))),
  };
}
