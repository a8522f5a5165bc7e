import { anAmount, readOptions } from '../core/shared/read-options.js';
import { refuseIssues } from '../core/shared/refuse-issues.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { Monitor, MonitorOptions } from './monitor.js';
import { DRAIN_MS, startMonitor } from './monitor-life.js';
import { createMonitorParts, type MonitorRun } from './monitor-parts.js';
import { readMonitorOptions } from './read-monitor-options.js';
import type { CheckedRule } from './rules/checked-rule.js';
import { readRules } from './rules/read-rules.js';

/** `Symbol.asyncDispose`, or a substitute symbol on platforms without it. */
const asyncDisposeSymbol: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/**
 * Makes a monitor. It evaluates rules after `fleet.ready`, and follows the fleet from then on.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option, such as `rules.3.longerThanMs`
 * @example
 * ```ts
 * const state = await openMonitorState('./monitor');
 * const monitor = createMonitor({ fleet, state, rules: [{ name: 'suspended', kind: 'state', in: ['suspended'] }] });
 * ```
 */
export function createMonitor(options: MonitorOptions): Monitor {
  const settings = readMonitorOptions(options);
  const run: MonitorRun = { phase: 'restoring', rules: byName(settings.checkedRules), tracker: undefined };
  const parts = createMonitorParts(settings, run);
  const life = startMonitor(settings, parts, run);

  function refuseUse(): void {
    if (run.phase === 'disposed')
      throw new FleetError('disposed', 'configure', 'the monitor was disposed of: make another one');
  }

  return {
    ready: life.ready,
    alerts: parts.alerts.view,
    events: parts.events.stream,
    status: parts.status.view,
    metrics: parts.metrics,
    health: parts.health.read,
    setRules(given) {
      refuseUse();
      const rules = readRules(given);
      run.rules = byName(rules);
      run.tracker?.setRules(rules);
    },
    setChannels(channels) {
      refuseUse();
      parts.deliveries.setChannels(channels);
    },
    async testAlert(testOptions) {
      refuseUse();
      return parts.deliveries.test(testOptions);
    },
    async dispose(disposeOptions = {}) {
      const { given, issues } = readOptions(disposeOptions, { drainMs: anAmount });
      refuseIssues('configure', issues);
      return life.dispose(given?.drainMs ?? DRAIN_MS);
    },
    [asyncDisposeSymbol]: () => life.dispose(DRAIN_MS),
  };
}

function byName(rules: readonly CheckedRule[]): ReadonlyMap<string, CheckedRule> {
  return new Map(rules.map((rule) => [rule.name, rule]));
}
