import type { WatchConfig } from '../config/read-config.js';

/** The members that a running daemon can change. */
const CHANGEABLE: ReadonlySet<string> = new Set([
  'credentials',
  'polling.cadence',
  'ids',
  'rules',
  'maintenance',
  'channels',
  'log.level',
]);

function membersOf(config: WatchConfig): Readonly<Record<string, unknown>> {
  const { baseUrl, service, polling, log, ...others } = config;
  const { credentials, ids, rules, maintenance, channels, state, thresholds, usage, metrics, sharing } = others;
  return {
    credentials,
    'polling.cadence': polling.cadence,
    ids,
    rules,
    maintenance,
    channels,
    'log.level': log.level,
    'service.baseUrl': baseUrl,
    'service.timeout': service.timeout,
    state,
    'polling.perSecond': polling.perSecond,
    'polling.burst': polling.burst,
    'polling.concurrency': polling.concurrency,
    thresholds,
    usage,
    metrics,
    sharing,
    'log.format': log.format,
  };
}

export interface ConfigChanges {
  readonly changed: readonly string[];
  readonly needRestart: readonly string[];
}

/** Both come from the same reader, so equal values have equal texts unless their members were reordered. */
export function compareConfigs(before: WatchConfig, after: WatchConfig): ConfigChanges {
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const changed = names.filter((name) => CHANGEABLE.has(name));
  return { changed, needRestart: names.filter((name) => !changed.includes(name)) };
}
