import { createFleet, type Database, type Fleet, isActive, refreshAll, systemClock } from '../../index.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { limitEntries } from '../../core/limits/catalogue.js';
import { usagePart } from '../../core/limits/usage-part.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import { countOf } from '../../format/quantities.js';
import type { Alert } from '../../monitor/alerts/alert.js';
import { AlertEvaluator } from '../../monitor/alerts/alert-evaluator.js';
import { createAlertTable } from '../../monitor/alerts/alert-table.js';
import { activate, covers } from '../../monitor/rules/active-rules.js';
import { SEVERITIES } from '../../monitor/rules/rule.js';
import { Interrupted } from '../terminal/command-errors.js';
import { pause } from '../terminal/stopping.js';
import { addUsageSources, readLimits } from '../usage/add-usage-sources.js';
import type { WatchConfig } from './config/read-config.js';
import { fleetOptionsOf, usageOptionsOf } from './daemon/fleet-options.js';
import { createReader } from './ids/read-source.js';

/**
 * Reads all databases and indices once, and evaluates the rules once. It opens no state and sends to no channel, so it
 * works beside a running monitor. The conditions that hold now fire: `for` does not count. It rejects if the signal
 * aborts.
 */
export async function evaluateOnce(config: WatchConfig, signal: AbortSignal) {
  const fleet = createFleet(fleetOptionsOf(config));
  try {
    const unknown = [
      ...(await addIds(fleet, config, signal)),
      ...(await readRecords(fleet, signal)),
      ...(await readUse(fleet, config, signal)),
    ];
    // The reads above treat an abort as a failed read, and do not reject.
    if (signal.aborted) throw new Interrupted();
    return { alerts: evaluate(fleet, config), unknown };
  } finally {
    fleet.dispose();
  }
}

async function addIds(fleet: Fleet, { ids, folder }: WatchConfig, signal: AbortSignal): Promise<string[]> {
  const read = async (source: (typeof ids)[number], at: number): Promise<string[]> => {
    const answer = await createReader(source, folder, systemClock)(signal);
    if (answer === undefined) throw new Error('it changed while it was read');
    fleet.databases.add(answer.ids);
    const [first] = answer.invalid;
    return first === undefined ? [] : [`ids[${at}] gave ${countOf(answer.invalid.length, 'invalid id')}: ${first}.`];
  };
  const results = await Promise.allSettled(ids.map(read));
  return results.flatMap((result, at) =>
    result.status === 'rejected' ? [`ids[${at}] cannot be read: ${(result.reason as Error).message}.`] : result.value,
  );
}

async function readRecords(fleet: Fleet, signal: AbortSignal): Promise<string[]> {
  const reads = [refreshAll(fleet, { signal }), fleet.indices.refresh({ signal })] as const;
  const [databases, indices] = await Promise.allSettled(reads);
  if (databases.status === 'rejected') throw databases.reason;
  if (fleet.databases.tracked.value.length === 0 && indices.status === 'fulfilled' && indices.value.length === 0)
    return ['No database and no index is known: no id source gave an id.'];
  const failed = databases.value.failed.filter(({ error }) => error.code !== 'not-found');
  return [
    ...(failed[0] ? [`${countOf(failed.length, 'database')} cannot be read: ${failed[0].error.message}.`] : []),
    ...(indices.status === 'rejected' ? [`The indices cannot be read: ${(indices.reason as Error).message}.`] : []),
  ];
}

const USE_WITHIN_MS = 30_000;
const CHECK_MS = 200;

async function readUse(fleet: Fleet, config: WatchConfig, signal: AbortSignal): Promise<string[]> {
  const fields = config.rules.flatMap((rule) => (rule.kind === 'limit' ? (rule.fields ?? []) : []));
  const unreadable = fields.find((field) => !readLimits.includes(field));
  if (unreadable !== undefined) return [`The use of ${unreadable} is not known: the monitor does not read it.`];
  const kernel = kernelOf(fleet, 'fleetglass watch --once');
  const { stores } = kernel;
  const use = usagePart(kernel);
  const rules = [...activate(config.rules.filter(({ kind }) => kind === 'limit')).named.values()];
  const needsUse = (resource: ResourceKind, id: string): boolean =>
    limitEntries[resource].some(([field]) => rules.some((rule) => covers(rule, { resource, id, field })));
  const missing = (kind: ResourceKind): number =>
    stores[kind].entries().filter(({ id, record }) => isRead(kind, record) && needsUse(kind, id) && !use.peek(kind, id))
      .length;
  const [redis, vector] = [config.usage.redis && missing('database') > 0, config.usage.vector && missing('index') > 0];
  const notices: string[] = [];
  await addUsageSources(fleet, { ...usageOptionsOf(config), redis, vector, onNotice: (text) => notices.push(text) });
  if (notices.length > 0) return notices.map((text) => `${text}.`);
  const left = (): number => (redis ? missing('database') : 0) + (vector ? missing('index') : 0);
  const endsMs = systemClock.monotonic() + USE_WITHIN_MS;
  while (left() > 0 && systemClock.monotonic() < endsMs && !signal.aborted) await pause(CHECK_MS, signal);
  if (left() === 0) return [];
  return [`The use of ${countOf(left(), 'database or index', 'databases or indices')} is not known.`];
}

/** Whether a source reads the use of a resource: INFO is sent to active databases only. */
function isRead(kind: ResourceKind, record: object | undefined): boolean {
  return record !== undefined && (kind === 'index' || isActive(record as Database));
}

function evaluate(fleet: Fleet, { rules }: WatchConfig): readonly Alert[] {
  const kernel = kernelOf(fleet, 'fleetglass watch --once');
  const table = createAlertTable();
  // No time passes in one evaluation, so `for` would hide each condition that holds now.
  const active = activate(rules.map((rule) => ({ ...rule, forMs: 0 })));
  const parts = { fleet, kernel, table, clock: systemClock, hasKeptState: false, absentIndices: new Map() };
  const evaluator = new AlertEvaluator({ ...parts, rules: () => active, onEvent: () => {}, isSilent: () => false });
  for (const { id } of kernel.databases.entries()) evaluator.evaluate('database', id);
  for (const { id } of kernel.indices.entries()) evaluator.evaluate('index', id);
  evaluator.evaluate('fleet', '');
  const firing = table.list.filter(({ state }) => state === 'firing');
  return firing.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
}
