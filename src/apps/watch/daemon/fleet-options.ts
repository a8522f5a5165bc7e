import { cadence as defaultCadence, type Cadence, type Thresholds } from '../../../index.js';
import type { WatchConfig } from '../config/read-config.js';

export function createCadence(intervals: WatchConfig['polling']['cadence']): Cadence {
  const { tracked, modifying, inactive, missing, indices } = intervals;
  return (facts) => {
    const usual = defaultCadence(facts);
    if (facts.resource === 'vector-index-list') return indices ?? usual;
    if (facts.waiting) return usual;
    if (facts.missing) return missing ?? usual;
    if (facts.modifying) return modifying ?? usual;
    if (facts.hasRecord && !facts.active) return inactive ?? usual;
    // The board observes the rows that it shows. It never makes them slower.
    return Math.min(tracked ?? Infinity, facts.observed || tracked === undefined ? usual : Infinity);
  };
}

export function fleetOptionsOf({ baseUrl, credentials, service, polling, thresholds }: WatchConfig) {
  return {
    baseUrl,
    credentials,
    timeoutMs: service.timeout,
    polling: { ...polling, cadence: createCadence(polling.cadence) },
    thresholds: thresholds as Thresholds,
  };
}

export function usageOptionsOf({ usage: { every, ...others } }: WatchConfig) {
  return { ...others, everyMs: every };
}

export function monitorOptionsOf({ rules, maintenance, metrics }: WatchConfig) {
  const { seriesPerResource, fields, labels, process } = metrics;
  return { rules, maintenance, metrics: { seriesPerResource, fields, labels, process } };
}
