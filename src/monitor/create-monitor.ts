import * as v from 'valibot';
import { amount } from '../core/shared/option-schemas.js';
import { parseOptions } from '../core/shared/parse-options.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { Monitor, MonitorOptions } from './monitor.js';
import { DRAIN_MS, MonitorLife } from './monitor-life.js';
import { createMonitorParts, type MonitorRun } from './monitor-parts.js';
import { parseMaintenance } from './quiet/maintenance.js';
import type { Silence } from './quiet/quiet.js';
import type { SharedSilence } from './quiet/silences.js';
import { parseMonitorOptions } from './parse-monitor-options.js';
import type { CheckedRule } from './rules/checked-rule.js';
import { parseRules } from './rules/rule-schema.js';

/** `Symbol.asyncDispose`, or a substitute symbol on platforms without it. */
const asyncDisposeSymbol: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

const disposeOptions = v.strictObject({ drainMs: v.optional(amount, DRAIN_MS) });

/**
 * Makes a monitor. It evaluates rules after `fleet.ready`, and follows the fleet from then on.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option, such as `rules[3].longerThanMs`
 * @example
 * ```ts
 * const state = await openMonitorState('./monitor');
 * const monitor = createMonitor({ fleet, state, rules: [{ name: 'suspended', kind: 'state', in: ['suspended'] }] });
 * ```
 */
export function createMonitor(options: MonitorOptions): Monitor {
  const settings = parseMonitorOptions(options);
  const run: MonitorRun = { phase: 'restoring', rules: byName(settings.rules), tracker: undefined };
  const parts = createMonitorParts(settings, run);
  const life = new MonitorLife(settings, parts, run);

  function refuseUse(): void {
    if (run.phase === 'disposed')
      throw new FleetError('disposed', 'configure', 'the monitor was disposed of: make another one');
  }

  /** Resolves when a silence is saved, or its save has failed. */
  async function share(silence: SharedSilence): Promise<Silence> {
    parts.membership?.member.shareSilence(silence);
    await new Promise<void>((resolve) => parts.journal.afterSave(resolve));
    return silence;
  }

  return {
    ready: life.ready,
    alerts: parts.alerts.view,
    events: parts.events.stream,
    history: () => parts.history.list(),
    silences: parts.silenceList.view,
    status: parts.status.view,
    metrics: parts.metrics,
    health: parts.health.read,
    setRules(given) {
      refuseUse();
      const rules = parseRules(given);
      run.rules = byName(rules);
      parts.quiet.setRules(run.rules);
      run.tracker?.setRules(rules);
    },
    setChannels(channels) {
      refuseUse();
      parts.deliveries.setChannels(channels);
    },
    quietOf: (alert) => parts.quiet.quietOf(alert),
    async addSilence(given) {
      refuseUse();
      return share(parts.silences.add(given));
    },
    async endSilence(id) {
      refuseUse();
      await share(parts.silences.end(id));
    },
    setMaintenance(given) {
      refuseUse();
      parts.quiet.setMaintenance(parseMaintenance(given));
    },
    async testAlert(testOptions) {
      refuseUse();
      return parts.deliveries.test(testOptions);
    },
    async dispose(given) {
      return life.dispose(parseOptions('configure', disposeOptions, given).drainMs);
    },
    [asyncDisposeSymbol]: () => life.dispose(DRAIN_MS),
  };
}

function byName(rules: readonly CheckedRule[]): ReadonlyMap<string, CheckedRule> {
  return new Map(rules.map((rule) => [rule.name, rule]));
}
