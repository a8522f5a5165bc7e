import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FleetError } from '../../../core/shared/fleet-error.js';
import { openMonitorState, type MonitorState } from '../../../monitor/state/open-monitor-state.js';
import { openDirectoryEngine } from '../../../persistence/directory/directory-engine.js';
import { createFullEngine } from '../../../persistence/directory/full-engine.js';
import { createStore, type Store } from '../../../persistence/store.js';

export type WatchState = ReturnType<typeof createState>;

function createState(store: Store, alerts: MonitorState) {
  const close = async (): Promise<void> => void (await Promise.allSettled([alerts.close(), store.close()]));
  return { store, alerts, close };
}

export const statePaths = {
  fleet: (directory: string) => join(directory, 'fleet'),
  monitor: (directory: string) => join(directory, 'monitor'),
  givenIds: (directory: string) => join(directory, 'given-ids.json'),
  log: (directory: string) => join(directory, 'watch.log'),
};

/**
 * Opens a state directory, which no other process can use until it is closed. A full disk is an error without `onFull`.
 * @param onFull called if the disk is full. Then the state is read, and saving fails until there is room
 * @throws FleetError `in-use` if another process uses it; `storage` if it cannot be used
 */
export async function openState(directory: string, onFull?: (message: string) => void): Promise<WatchState> {
  const [ofFleet, ofMonitor] = [statePaths.fleet(directory), statePaths.monitor(directory)];
  const openFleetState = () => openDirectoryEngine(ofFleet, { hasCache: true });
  const openAlerts = () => openMonitorState(ofMonitor);
  let store: Store | undefined;
  try {
    store = createStore(await openFleetState());
    return createState(store, await openAlerts());
  } catch (error) {
    await store?.close();
    if (onFull === undefined || !(await isFull(directory, error))) throw error;
    const { message } = error as FleetError;
    onFull(message);
    const fullStore = createStore(createFullEngine(ofFleet, openFleetState, message));
    return createState(fullStore, createFullEngine(ofMonitor, openAlerts, message));
  }
}

const LITTLE_ROOM = 1024 * 1024;

/** Whether a state directory could not be opened because its disk is full, which may pass. */
async function isFull(directory: string, error: unknown): Promise<boolean> {
  if (!(error instanceof FleetError) || error.code !== 'storage') return false;
  for (let path = directory; ; path = dirname(path)) {
    const facts = await statfs(path).catch(() => undefined);
    // The directory itself may not exist yet. A file system such as /proc has no blocks.
    if (facts !== undefined) {
      const isOutOfBlocks = facts.blocks > 0 && facts.bavail * facts.bsize < LITTLE_ROOM;
      return isOutOfBlocks || (facts.files > 0 && facts.ffree === 0);
    }
    if (path === dirname(path)) return false;
  }
}
