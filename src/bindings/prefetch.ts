import { refreshOptions } from '../core/fleet/databases.js';
import { checkOptions } from '../core/shared/read-options.js';
import type { Fleet, RefreshOptions } from '../index.js';

/**
 * Requests a database before a component shows it, for example when the pointer enters a link. With `maxAgeMs`, a
 * record that is younger is enough. The promise never rejects. If a request fails, the entry of the database has the
 * error. If no request is sent, as after `dispose`, during a hold or for an invalid id, the entry stays as it is.
 *
 * @throws FleetError `invalid-request` for an invalid option, at once: it is a mistake of the program
 * @example
 * <a href={`/databases/${id}`} onPointerEnter={() => void prefetch(fleet, id, { maxAgeMs: 10_000 })}>{name}</a>
 */
export function prefetch({ databases }: Pick<Fleet, 'databases'>, id: string, options?: RefreshOptions): Promise<void> {
  checkOptions('get-database', refreshOptions, options);
  const ignore = (): void => {};
  return databases.refresh(id, options).then(ignore, ignore);
}
