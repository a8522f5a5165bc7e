import { createFleet, type Clock, type Fetch, type Fleet } from '../../../index.js';
import { createMonitor } from '../../../monitor/create-monitor.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import type { Monitor, MonitorOptions } from '../../../monitor/monitor.js';
import { replicaGroup, replicas } from '../../../sharing/redis/index.js';
import { loadPackages } from '../../../sharing/redis/load-packages.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
import { createChannels, startHeartbeats, type Channels } from '../config/channels.js';
import type { WatchConfig } from '../config/read-config.js';
import { openGivenIds, type GivenIds, type GivenIdsFile } from '../ids/given-ids.js';
import { createIdSources, type IdSources } from '../ids/id-sources.js';
import { createCadence, fleetOptionsOf, usageOptionsOf } from './fleet-options.js';
import { logFleet } from './log-fleet.js';
import { statePaths, type WatchState } from './open-state.js';

export interface SessionOptions {
  readonly config: WatchConfig;
  readonly state: WatchState;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: MonitorLog;
}

export interface Session {
  readonly fleet: Fleet;
  readonly monitor: Monitor;
  /** Applies the members that changed and need no restart. */
  apply(config: WatchConfig, changed: readonly string[]): void;
  /** Saves everything, ends all work, and closes the state. */
  stop(): Promise<void>;
}

/** How long running deliveries may go on after the end. */
const DRAIN_MS = 2500;

/** Starts to watch. It sends requests as soon as the kept ids are restored. */
export async function startSession({ config, state, fetch, clock, log }: SessionOptions): Promise<Session> {
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
  let channels = createChannels(config.channels, log);
  const monitor = openMonitor(config, { channels, fleet, state, clock, log, group: replica && replicaGroup(replica) });
  const stopLog = logFleet(fleet, log);
  await fleet.ready;
  const onNotice = (message: string): void => log('warn', 'usage-not-read', { message });
  await addUsageSources(fleet, { ...usageOptionsOf(config), onNotice });
  fleet.indices.track();
  const sources = await openSources(config, { fleet, clock, log });
  let stopHeartbeats = startHeartbeats(config.channels, monitor, { clock, log });

  return {
    fleet,
    monitor,
    apply(next, changed) {
      if (changed.includes('polling.cadence')) cadence = createCadence(next.polling.cadence);
      if (changed.includes('credentials')) fleet.setCredentials(next.credentials);
      // The channels come first, because rules name them.
      if (changed.includes('channels')) {
        channels = createChannels(next.channels, log, channels);
        monitor.setChannels([...channels.values()]);
        stopHeartbeats();
        stopHeartbeats = startHeartbeats(next.channels, monitor, { clock, log });
      }
      if (changed.includes('rules')) monitor.setRules(next.rules);
      if (changed.includes('maintenance')) monitor.setMaintenance(next.maintenance);
      if (changed.includes('ids')) sources.set(next.ids, next.folder);
    },
    async stop() {
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

interface MonitorParts extends Pick<SessionOptions, 'state' | 'clock' | 'log'>, Pick<Session, 'fleet'> {
  readonly channels: Channels;
  readonly group: MonitorOptions['group'];
}

function openMonitor(config: WatchConfig, { state, channels, ...parts }: MonitorParts): Monitor {
  const { rules, maintenance, metrics } = config;
  const { seriesPerResource, fields, labels, process } = metrics;
  return createMonitor({
    ...parts,
    rules,
    maintenance,
    channels: [...channels.values()],
    state: state.alerts,
    metrics: { seriesPerResource, fields, labels, process },
  });
}

async function openSources(
  { state, ids, folder }: WatchConfig,
  parts: Pick<SessionOptions, 'clock' | 'log'> & Pick<Session, 'fleet'>,
): Promise<IdSources> {
  const file = openGivenIds(statePaths.givenIds(state));
  const sources = createIdSources({ ...parts, file }, await loadGivenIds(file, parts.log));
  sources.set(ids, folder);
  return sources;
}

async function loadGivenIds(file: GivenIdsFile, log: MonitorLog): Promise<GivenIds | undefined> {
  return file.load().catch(() => {
    log('error', 'ids-record-lost', { message: 'the record of given ids cannot be read: no source removes ids' });
    return undefined;
  });
}
