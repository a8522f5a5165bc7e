import * as v from 'valibot';
import { amount } from '../core/shared/option-schemas.js';
import { parseOptions } from './options/parse-options.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { Monitor, MonitorOptions } from './monitor.js';
import { DRAIN_MS, MonitorCore } from './monitor-core.js';
import { parseMaintenance } from './quiet/maintenance.js';
import { parseMonitorOptions } from './parse-monitor-options.js';
import { parseRules } from './rules/rule-schema.js';

const disposeOptions = v.strictObject({ drainMs: v.optional(amount, DRAIN_MS) });

/**
 * Makes a monitor. It evaluates rules after `fleet.ready`, and follows the fleet from then on.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option; `in-use` if a monitor uses `state`
 * @example
 * ```ts
 * const state = await openMonitorState('./monitor');
 * const monitor = createMonitor({ fleet, state, rules: [{ name: 'suspended', kind: 'state', in: ['suspended'] }] });
 * ```
 */
export function createMonitor(options: MonitorOptions): Monitor {
  const core = new MonitorCore(parseMonitorOptions(options));

  function usable(): MonitorCore {
    if (core.isDisposed) throw new FleetError('disposed', 'configure', 'the monitor was disposed of: make another one');
    return core;
  }

  return {
    ready: core.ready,
    alerts: core.alerts.view,
    events: core.events.stream,
    history: () => core.history.list(),
    silences: core.silenceList.view,
    status: core.status.view,
    metrics: core.metrics,
    health: core.health.read,
    setRules: (given) => usable().setRules(parseRules(given)),
    setChannels: (channels) => usable().deliveries.setChannels(channels),
    quietOf: (alert) => core.quiet.quietOf(alert),
    addSilence: async (given) => core.share(usable().silences.add(given)),
    async endSilence(id) {
      await core.share(usable().silences.end(id));
    },
    setMaintenance: (given) => usable().quiet.setMaintenance(parseMaintenance(given)),
    testAlert: async (testOptions) => usable().deliveries.test(testOptions),
    dispose: (given) => core.dispose(parseOptions(disposeOptions, given).drainMs),
    [Symbol.asyncDispose]: () => core.dispose(DRAIN_MS),
  };
}
