import { hasMethods } from '../core/shared/has-methods.js';
import { aFunction, readOptions, type OptionRules } from '../core/shared/read-options.js';
import { readMembers } from '../core/shared/read-members.js';
import { refuseIssues } from '../core/shared/refuse-issues.js';
import { kernelOf } from '../core/fleet/kernel.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import { FleetError, type FleetIssue } from '../core/shared/fleet-error.js';
import type { MonitorLog } from './log/monitor-log.js';
import type { MonitorOptions } from './monitor.js';
import type { CheckedRule } from './rules/checked-rule.js';
import { readRules } from './rules/read-rules.js';

/** The options of a monitor with their defaults. The parts that use `channels` and `metrics` check them. */
export interface MonitorSettings extends MonitorOptions {
  readonly checkedRules: readonly CheckedRule[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
}

const OPTIONS: OptionRules = {
  fleet: undefined,
  rules: undefined,
  channels: undefined,
  state: [hasMethods('read', 'write', 'close'), 'a state, such as openMonitorState returns'],
  group: [hasMethods('join'), 'a group, such as replicaGroup returns'],
  metrics: [(value) => readMembers(value, []) !== undefined, 'an object of options'],
  log: aFunction,
  clock: [hasMethods('now', 'monotonic', 'schedule'), 'a clock'],
  random: aFunction,
};

/**
 * Reads each option of a monitor once, checks it and adds the defaults.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 */
export function readMonitorOptions(options: MonitorOptions): MonitorSettings {
  const { given, issues } = readOptions(options, OPTIONS);
  const rules = collect(() => readRules(given?.rules ?? []));
  const fleet = collect(() => kernelOf(given?.fleet as object, 'createMonitor'));
  refuseIssues('configure', [...(given === undefined ? [] : [...fleet.issues, ...rules.issues]), ...issues]);
  const read = given as MonitorOptions;
  const { clock = systemClock, random = systemRandom, log = noLog } = read;
  return { ...read, checkedRules: rules.value ?? [], clock, random, log: quiet(log) };
}

function collect<T>(read: () => T): { readonly value?: T; readonly issues: readonly FleetIssue[] } {
  try {
    return { value: read(), issues: [] };
  } catch (error) {
    if (error instanceof FleetError && error.issues !== undefined) return { issues: error.issues };
    throw error;
  }
}

function noLog(): void {}

/** A log that fails must not end the monitor. */
function quiet(log: MonitorLog): MonitorLog {
  return (...event) => {
    try {
      const result: unknown = log(...event);
      if (result instanceof Promise) result.catch(() => {});
    } catch {
      // There is no other place to log to.
    }
  };
}

/** Returns a random number of the platform, at least 0 and below 1. */
function systemRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}
