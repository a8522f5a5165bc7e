import type { WatchConfig } from '../config/read-config.js';

type Selected = Readonly<Record<string, unknown>>;

/** The members that a running daemon cannot change. */
function selectFixed(config: WatchConfig): Selected {
  const { baseUrl, state, service, polling, thresholds, usage, metrics, sharing, log } = config;
  const { perSecond, burst, concurrency } = polling;
  return {
    'service.baseUrl': baseUrl,
    'service.timeout': service.timeout,
    state,
    'polling.perSecond': perSecond,
    'polling.burst': burst,
    'polling.concurrency': concurrency,
    thresholds,
    usage,
    metrics,
    sharing,
    'log.format': log.format,
  };
}

/** The members that a running daemon can change. */
function selectChangeable(config: WatchConfig): Selected {
  const { credentials, polling, ids, rules, maintenance, channels, log } = config;
  return { credentials, 'polling.cadence': polling.cadence, ids, rules, maintenance, channels, 'log.level': log.level };
}

export interface ConfigChanges {
  readonly changed: readonly string[];
  readonly needRestart: readonly string[];
}

export function compareConfigs(before: WatchConfig, after: WatchConfig): ConfigChanges {
  return {
    changed: differences(selectChangeable(before), selectChangeable(after)),
    needRestart: differences(selectFixed(before), selectFixed(after)),
  };
}

/** Both come from the same reader, so equal values have equal texts unless their members were reordered. */
function differences(before: Selected, after: Selected): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
