import type { Fleet, RefreshOptions } from '../index.js';

/**
 * Requests a database before a component shows it, for example when the pointer enters a link. With `maxAgeMs`, a record
 * that is younger is enough. The promise never rejects: the entry of the database has the error.
 *
 * @example
 * <a href={`/databases/${id}`} onPointerEnter={() => void prefetch(fleet, id, { maxAgeMs: 10_000 })}>{name}</a>
 */
export async function prefetch(
  { databases }: Pick<Fleet, 'databases'>,
  id: string,
  options?: RefreshOptions,
): Promise<void> {
  try {
    await databases.refresh(id, options);
  } catch {
    // The entry has the error.
  }
}
