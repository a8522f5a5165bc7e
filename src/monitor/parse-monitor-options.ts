import * as v from 'valibot';
import type { Fleet } from '../core/fleet/fleet.js';
import { systemRandom } from '../core/fleet/fleet-options.js';
import { kernelOf } from '../core/fleet/kernel.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import { aFunction, withMethods } from '../core/shared/option-schemas.js';
import { parseOptions } from './options/parse-options.js';
import type { Channel } from './channels/channel.js';
import type { MonitorGroup } from './group/monitor-group.js';
import { safeLog, type MonitorLog } from './log/monitor-log.js';
import { metricsOptions } from './metrics/metrics-options.js';
import type { MonitorOptions } from './monitor.js';
import { maintenance } from './quiet/maintenance.js';
import { rules } from './rules/rule-schema.js';
import type { MonitorState } from './state/open-monitor-state.js';

/** Checks all options but the elements of `channels`, which `Deliveries` checks. */
const monitorOptions = v.strictObject({
  fleet: v.custom<Fleet>((value) => typeof value === 'object', 'a fleet, such as createFleet returns'),
  rules: v.optional(rules, []),
  maintenance: v.optional(maintenance, []),
  channels: v.optional(v.custom<readonly Channel[]>(Array.isArray, 'a list of channels'), []),
  state: v.optional(withMethods<MonitorState>('a state, such as openMonitorState returns', 'read', 'write', 'close')),
  group: v.optional(withMethods<MonitorGroup>('a group, such as replicaGroup returns', 'join')),
  metrics: v.optional(metricsOptions, {}),
  log: v.optional(aFunction<MonitorLog>()),
  clock: v.optional(withMethods<Clock>('a clock', 'now', 'monotonic', 'schedule'), systemClock),
  random: v.optional(aFunction<() => number>()),
});

export type MonitorSettings = ReturnType<typeof parseMonitorOptions>;

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function parseMonitorOptions(options: MonitorOptions) {
  const given = parseOptions(monitorOptions, options);
  const kernel = kernelOf(given.fleet, 'createMonitor');
  const { random = systemRandom } = given;
  return { ...given, kernel, random, log: safeLog(given.log) };
}
