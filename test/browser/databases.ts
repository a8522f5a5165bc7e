import { onTestFinished } from 'vitest';

/** A name of a store that no other test uses. */
export function newName(): string {
  const name = `test:${crypto.randomUUID()}`;
  onTestFinished(() => void indexedDB.deleteDatabase(`fleetglass:${name}`));
  return name;
}

/** The request of a browser's database as a promise. */
export const resultOf = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('failed'));
  });
