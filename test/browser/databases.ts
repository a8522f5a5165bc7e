import { onTestFinished } from 'vitest';
import type { FleetOptions } from '../../src/index.js';
import { openFleet } from './store-page.js';

/** A name of a store that no other test uses. */
export function newName(): string {
  const name = `test:${crypto.randomUUID()}`;
  onTestFinished(() => void indexedDB.deleteDatabase(`fleetglass:${name}`));
  return name;
}

/** Opens a store in the page of the test, and closes it after the test. */
export async function openHere(name: string, options?: Partial<FleetOptions>) {
  const kept = await openFleet(name, options);
  onTestFinished(async () => {
    kept.fleet.dispose();
    await kept.store.close();
  });
  return kept;
}

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
