import { onTestFinished } from 'vitest';

/** A name of a store that no other test uses. */
export function newName(): string {
  const name = `test:${crypto.randomUUID()}`;
  onTestFinished(() => void indexedDB.deleteDatabase(`fleetglass:${name}`));
  return name;
}

/** The request of a browser's database as a promise. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
