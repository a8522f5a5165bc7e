import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../core/shared/clock.js';
import type { KeptIds } from '../../dashboard/server/kept-ids.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { openKeptFleet } from './kept-fleet.js';

/**
 * Opens the ids of a state for the dashboard, which sends the requests itself.
 *
 * @throws FleetError `in-use`; `storage`
 */
export async function openKeptIds(io: CommandIo, directory: string, json: true | undefined): Promise<KeptIds> {
  const { fleet, link, close } = await openKeptFleet(io, { directory, makesDirectory: true, json });
  const { databases } = fleet;
  const keep = async (ids: readonly string[]): Promise<void> => {
    databases.add(ids);
    await fleet.flush();
  };
  return {
    get ids() {
      return databases.tracked.value;
    },
    add: keep,
    async remove(ids) {
      databases.remove(ids);
      await fleet.flush();
    },
    async recordCreate(request) {
      const key = randomUUID();
      await link?.recordCreate({ key, request, startedAt: systemClock.now() });
      return {
        async succeed(id) {
          link?.forgetCreate(key);
          await keep([id]);
        },
        fail: () => link?.forgetCreate(key),
      };
    },
    close,
  };
}

/** Whether the optional package is installed that stores a state. */
export async function canKeep(): Promise<boolean> {
  return import('classic-level').then(
    () => true,
    () => false,
  );
}
