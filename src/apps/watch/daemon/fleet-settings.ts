import type { Fetch } from '../../../core/wire/transport.js';
import type { FleetOptions, Persistence, Sharing } from '../../../core/fleet/fleet-options.js';
import type { Thresholds } from '../../../core/fleet/thresholds-option.js';
import { cadence as defaultCadence, type Cadence } from '../../../core/polling/cadence.js';
import type { WatchConfig } from '../config/read-config.js';

/** Makes the cadence of a configuration. An interval that it does not set is the default. */
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

/** The parts of a fleet that the daemon makes. */
export interface FleetParts {
  readonly cadence: Cadence;
  readonly fetch: Fetch;
  readonly persistence: Persistence | undefined;
  readonly sharing: Sharing | undefined;
  readonly onError: (error: unknown) => void;
}

/** Makes the options of the daemon's fleet. */
export function toFleetOptions(
  config: WatchConfig,
  { cadence, fetch, persistence, sharing, onError }: FleetParts,
): FleetOptions {
  const { baseUrl, credentials, service, polling, thresholds } = config;
  const { perSecond, burst, concurrency } = polling;
  return {
    baseUrl,
    credentials,
    timeoutMs: service.timeout,
    polling: { cadence, perSecond, burst, concurrency },
    thresholds: thresholds as Thresholds,
    fetch,
    persistence,
    sharing,
    onError,
  };
}
