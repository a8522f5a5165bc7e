import { createSharing, type ClosableSharing } from '../create-sharing.js';
import type { SharingEngine } from '../engine.js';
import { createReplicasEngine } from './replicas-engine.js';
import type { ReplicasOptions } from './replicas-options.js';

export type { ClosableSharing } from '../create-sharing.js';
export type { SharingEngine } from '../engine.js';
export type { ReplicasOptions } from './replicas-options.js';

/**
 * Shares the polling of several processes over Redis 7 or Valkey: each id is polled by one of them, and all show the
 * answers. Runs in Node. Needs the packages `bullmq` and `ioredis`.
 *
 * All fleets with the same Redis and the same `scope` are one group, and keep to the rate of one fleet together. A
 * fleet of another service or account than the others of the scope is refused, and exchanges nothing. A process that dies
 * is replaced within about a second. While Redis does not answer, `polling.status` tells it, and after 30 s each fleet
 * polls alone. No credential is sent to Redis. Redis needs `maxmemory-policy noeviction`.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * import { replicas } from 'fleetglass/sharing/redis';
 *
 * await using sharing = replicas({ connection: 'rediss://fleetglass:password@redis.example.com:6379', scope: 'acme' });
 * using fleet = createFleet({ baseUrl, credentials, sharing });
 * ```
 * @see docs/scale.md
 */
export function replicas(options: ReplicasOptions): ClosableSharing {
  return createSharing(createReplicasEngine(options));
}

/**
 * Connects the monitors of several processes over Redis 7 or Valkey, for the option `group` of `createMonitor`. Give it the
 * options of the `replicas` of their fleets.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const shared = { connection: 'rediss://fleetglass:password@redis.example.com:6379', scope: 'acme' };
 * const fleet = createFleet({ baseUrl, credentials, sharing: replicas(shared) });
 * const monitor = createMonitor({ fleet, rules, channels, state, group: replicaGroup(shared) });
 * ```
 * @see docs/monitor.md
 */
export function replicaGroup(options: ReplicasOptions): Pick<SharingEngine, 'join'> {
  // One shard: one member owns the delivery. The keys of another number of shards differ, so the scope can be the same.
  return createReplicasEngine(options, 1);
}
