import { Subscription } from 'rxjs';
import { kernelOf } from '../../../core/fleet/kernel.js';
import { credentialRefusals } from '../../../core/polling/verdict.js';
import { deepEqual } from '../../../core/shared/deep-equal.js';
import type { EntityStore } from '../../../core/store/entity-store.js';
import {
  type Activity,
  activityOf,
  driftOf,
  transitionsOf,
  usageSourcesOf,
  type Fleet,
  type StorageStatus,
  type UsageSourceStatus,
  type PollingStatus,
} from '../../../index.js';
import { reportableDrift } from '../../../format/reportable-drift.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';

export function logFleet(fleet: Fleet, log: MonitorLog): () => void {
  const failing = new Set<string>();
  const { known, databases, indices, list } = kernelOf(fleet, 'fleetglass watch');
  const recovered = (operation: string, id?: string): void => {
    if (failing.delete(id ?? operation)) log('info', 'requests-recovered', { operation, id });
  };
  const followed = [
    known.onMembership((ids, isAdded) => isAdded || ids.forEach((id) => failing.delete(id))),
    // Another member of the group may have got the answer.
    databases.onSettled((id) => databases.peek(id).error ?? recovered('get-database', id)),
    list.store.onSettled(() => list.entry.error ?? recovered('list-vector-indices')),
    logDrift(log, 'database', databases),
    logDrift(log, 'index', indices),
    activityOf(fleet).subscribe((activity) => logRequest(log, failing, activity)),
    transitionsOf(fleet).subscribe(({ id, field, from, to, record }) =>
      log('info', 'transition', { resource: 'database', id, name: record.database_name, field, from, to }),
    ),
    fleet.polling.status.subscribe(createPollingLog(log)),
    fleet.storage.subscribe(createStorageLog(log)),
    usageSourcesOf(fleet).subscribe(createUsageLog(log)),
  ];
  const subscription = new Subscription();
  for (const each of followed) subscription.add(each);
  return () => subscription.unsubscribe();
}

/** An outage must not fill the log: the failures of further targets are logged at the level debug. */
const MAX_FAILING = 100;

/** @param failing the ids and operations whose last request failed */
function logRequest(log: MonitorLog, failing: Set<string>, activity: Activity): void {
  if (activity.kind !== 'failure') return;
  const { operation, id, durationMs, error } = activity;
  const { code, status, message } = error;
  // A removal ends a request, and `usage-source-failing` says once that credentials are refused.
  const isLogged = code !== 'aborted' && !credentialRefusals.has(error);
  const isFirst = isLogged && !failing.has(id ?? operation) && failing.size < MAX_FAILING;
  if (isFirst) failing.add(id ?? operation);
  const facts = { operation, id, durationMs: Math.round(durationMs), code, status, message };
  log(isFirst ? 'warn' : 'debug', isFirst ? 'requests-failing' : 'request-failed', facts);
}

/** Logs records that depart from the API. A rounded int64 is left out, because its digits are kept. */
function logDrift(log: MonitorLog, resource: string, store: EntityStore<object>): () => void {
  return store.onChange((id, { record: before = [] }, { record: after }) => {
    if (after === undefined || after === before) return;
    const drift = reportableDrift(driftOf(after));
    if (deepEqual(drift, reportableDrift(driftOf(before)))) return;
    const facts = { resource, id };
    const paths = drift.map(({ path, kind }) => `${path}: ${kind}`);
    if (drift.length > 0) log('warn', 'drift', { ...facts, count: drift.length, paths });
    else log('info', 'drift-ended', facts);
  });
}

function createPollingLog(log: MonitorLog): (status: PollingStatus) => void {
  let condition = 'running';
  let isOverloaded = false;
  return ({ state, reason, until, overloaded }) => {
    const now = reason === undefined ? state : `${state} ${reason.code}`;
    if (now !== condition) {
      condition = now;
      const ends = until && new Date(until).toISOString();
      const facts = reason && { reason: reason.code, message: reason.message, until: ends };
      log(state === 'running' ? 'info' : 'warn', `polling-${state}`, facts);
    }
    if ((overloaded !== undefined) === isOverloaded) return;
    isOverloaded = overloaded !== undefined;
    if (overloaded === undefined) return log('info', 'polling-overload-ended');
    const { askedPerSecond, allowedPerSecond } = overloaded;
    log('warn', 'polling-overloaded', {
      askedPerSecond,
      allowedPerSecond,
      message: 'resources are polled later than their cadence says; raise polling.perSecond or the intervals',
    });
  };
}

const MAX_LOSSES = 20;

function createStorageLog(log: MonitorLog): (status: StorageStatus) => void {
  let isFailing = false;
  let losses = 0;
  return ({ state, error, lost }) => {
    const failsNow = state === 'full' || state === 'failed';
    if (failsNow && !isFailing) log('error', 'storage-failing', { state, message: error?.message });
    if (isFailing && (state === 'ready' || state === 'damaged')) log('info', 'storage-recovered');
    // A save that is tried again is not yet a recovery.
    isFailing = failsNow || (isFailing && (state === 'saving' || state === 'loading'));
    const logged = Math.min(lost.length, MAX_LOSSES);
    for (const { kind, id, message, repaired = false } of lost.slice(losses, logged))
      log(repaired ? 'warn' : 'error', 'storage-lost', { kind, id, message, repaired });
    losses = Math.max(losses, logged);
  };
}

function createUsageLog(log: MonitorLog): (sources: readonly UsageSourceStatus[]) => void {
  const failing = new Set<string>();
  return (sources) => {
    for (const { name, resource, resources, failing: count, lastError } of sources) {
      if (count > 0 === failing.has(name)) continue;
      if (failing.delete(name)) log('info', 'usage-source-recovered', { source: name });
      else {
        failing.add(name);
        log('warn', 'usage-source-failing', { source: name, resource, resources, count, message: lastError?.message });
      }
    }
  };
}
