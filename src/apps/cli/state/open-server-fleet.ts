import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock, type PollingOptions } from '../../../index.js';
import type { KeptIds, ServerFleet } from '../../dashboard/server/kept-ids.js';
import { ACTIVITY_FILE } from '../../../persistence/directory/store-folder.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { type KeptFleet, type KeptFleetOptions, openKeptFleet } from './kept-fleet.js';

/**
 * The page polls the databases itself. The server reads them only to learn where they listen, so it reads them rarely,
 * and leaves most of the usual rate to the page.
 */
const SERVER_POLLING: PollingOptions = { cadence: () => 900_000, perSecond: 5, burst: 5 };

export interface ServerFleetOptions {
  /** The directory of the state. @default none: the ids are kept in memory */
  readonly directory: string | undefined;
  readonly service: Omit<NonNullable<KeptFleetOptions['service']>, 'polling' | 'retainMs'>;
  /** Whether the fleet reads the databases, which its usage sources need. */
  readonly polls: boolean;
  readonly json: true | undefined;
}

/** Opens the fleet of the dashboard's server. */
export async function openServerFleet(io: CommandIo, options: ServerFleetOptions): Promise<ServerFleet> {
  const { directory, service, polls, json } = options;
  const opened = await openKeptFleet(io, {
    directory,
    makesDirectory: true,
    // The page may show ids that only the browser keeps. Their last records stay for a page that opens in an outage.
    service: { ...service, polling: SERVER_POLLING, retainMs: Infinity },
    polls,
    json,
  });
  const { fleet, close } = opened;
  if (polls) fleet.indices.track();
  if (directory === undefined) return { fleet, kept: undefined, activityFile: undefined, close };
  return { fleet, kept: createKeptIds(opened), activityFile: join(directory, ACTIVITY_FILE), close };
}

function createKeptIds({ fleet, link }: KeptFleet): KeptIds {
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
  };
}
