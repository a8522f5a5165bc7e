import { createFleet, systemClock, type Fetch } from '../../../index.js';
import { createMonitor } from '../../../monitor/create-monitor.js';
import { replicaGroup, replicas } from '../../../sharing/redis/index.js';
import { loadPackages } from '../../../sharing/redis/load-packages.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
import { createChannelMaker, startHeartbeats } from '../config/channels.js';
import type { WatchConfig } from '../config/read-config.js';
import { openGivenIds } from '../ids/given-ids.js';
import { IdSources } from '../ids/id-sources.js';
import type { WatchLog } from '../log/watch-log.js';
import { createCadence, fleetOptionsOf, monitorOptionsOf, usageOptionsOf } from './fleet-options.js';
import { logFleet } from './log-fleet.js';
import { statePaths, type WatchState } from './open-state.js';

export type Session = Awaited<ReturnType<typeof startSession>>;

const DRAIN_MS = 2500;

/** Starts to watch. It sends requests as soon as the kept ids are restored. */
export async function startSession(config: WatchConfig, state: WatchState, fetch: Fetch, watchLog: WatchLog) {
  const { log } = watchLog;
  let cadence = createCadence(config.polling.cadence);
  const replica = config.sharing && { connection: config.sharing.redis, scope: config.sharing.scope };
  // Without the packages the monitor would work alone for good, and send each alert a second time.
  if (replica !== undefined) await loadPackages();
  const sharing = replica && replicas(replica);
  const fleet = createFleet({
    ...fleetOptionsOf(config),
    polling: { ...config.polling, cadence: (facts) => cadence(facts) },
    fetch,
    persistence: state.store,
    sharing,
    onError: (error) => log('error', 'internal-error', { message: messageOf(error) }),
  });
  const makeChannels = createChannelMaker(watchLog);
  const parts = { fleet, log, state: state.alerts, group: replica && replicaGroup(replica) };
  const monitor = createMonitor({ ...monitorOptionsOf(config), ...parts, channels: makeChannels(config.channels) });
  const stopLog = logFleet(fleet, log);
  await fleet.ready;
  const onNotice = (message: string): void => log('warn', 'usage-not-read', { message });
  await addUsageSources(fleet, { ...usageOptionsOf(config), onNotice });
  fleet.indices.track();
  const file = openGivenIds(statePaths.givenIds(config.state));
  const sources = await IdSources.open({ fleet, clock: systemClock, log, file });
  sources.set(config.ids, config.folder);
  let stopHeartbeats = startHeartbeats(config.channels, monitor, log);

  /** The members that a reload changes, in this order: the channels come first, because rules name them. */
  const changes: Readonly<Record<string, (next: WatchConfig) => void>> = {
    'polling.cadence': (next) => {
      cadence = createCadence(next.polling.cadence);
      // The fleet asks the cadence when an interest changes. Without this, an interval of hours would first run to its end.
      fleet.databases.track(fleet.databases.tracked.value)();
      fleet.indices.track()();
    },
    credentials: (next) => fleet.setCredentials(next.credentials),
    channels: (next) => {
      monitor.setChannels(makeChannels(next.channels));
      stopHeartbeats();
      stopHeartbeats = startHeartbeats(next.channels, monitor, log);
    },
    rules: (next) => monitor.setRules(next.rules),
    maintenance: (next) => monitor.setMaintenance(next.maintenance),
    ids: (next) => sources.set(next.ids, next.folder),
    'log.level': (next) => watchLog.setLevel(next.log.level),
  };

  return {
    fleet,
    monitor,
    changes,
    async stop(): Promise<void> {
      stopHeartbeats();
      await sources.dispose();
      await monitor.dispose({ drainMs: DRAIN_MS });
      stopLog();
      fleet.dispose();
      await sharing?.close();
      await state.close();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
