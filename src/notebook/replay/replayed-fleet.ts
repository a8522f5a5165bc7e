import type { Cadence, Clock, Entry, Fleet, ResourceKind, Transition } from '../../index.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { transitionsOf } from '../../core/fleet/transitions.js';
import { createFleetOn } from '../../core/fleet/fleet.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { formatMoment } from '../display/text.js';
import { ignoreRejection } from '../display/display.js';
import { createSeededRandom } from '../history/seeded-random.js';
import { createChangeLog, type ChangeLog } from './change-log.js';
import { createGateWatch } from './gate-use.js';
import type { ReplaySettings } from './replay-options.js';
import { detectionsOf } from './detection.js';
import { createSimulatedService } from './simulated-service.js';

/** @param clock begins at the start of the history. The fleet runs while the clock advances. */
export function createReplayedFleet(settings: ReplaySettings, clock: Clock) {
  const { resources, from, to, within, cadence, gate, seed } = settings;
  const errors: unknown[] = [];
  const transitions: Transition[] = [];
  const log = createChangeLog(resources);
  const indexIds = resources.filter(({ resource }) => resource === 'index').map(({ id }) => id);
  const service = createSimulatedService({
    ...settings.service,
    indexIds,
    recordAt: log.recordAt,
    clock,
    latencyMs: settings.latencyMs,
    onRequest(id, at) {
      try {
        settings.onRequest?.(id, at);
      } catch (error) {
        // If this threw, the fleet would count the request as failed, and the replay would give another result.
        errors.push(error);
      }
    },
    onFailed: () => watch.failed(),
  });
  const fleet = createFleetOn(
    { operationsOf: () => service.operations, createController },
    {
      baseUrl: 'https://replay.invalid',
      clock,
      random: createSeededRandom(seed, 0),
      // A replay continues in a hidden page.
      polling: { cadence: cadence && strict(cadence), ...gate, pollWhile: ['hidden', 'offline'] },
      onError: (error) => errors.push(error),
    },
  );
  const watch = createGateWatch(fleet, clock);
  transitionsOf(fleet).subscribe((transition) => transitions.push(transition));
  followAnswers(fleet, indexIds, (resource, id) => {
    log.shown(resource, id, clock.now());
    watch.answered();
  });
  scheduleMembership(fleet, settings, clock, log);

  return {
    /** The errors of the cadence and of `onRequest`; empty if there was none. */
    errors,
    /** To be called once, at the end of the history. */
    result() {
      const { total } = service.counts;
      const changes = log.finish(to);
      const perSecond = to > from ? (total / (to - from)) * 1000 : 0;
      return {
        from,
        to,
        databases: resources.length - indexIds.length,
        indices: indexIds.length,
        changes,
        ...detectionsOf(changes, within, log.knownUntil, seed),
        transitions,
        requests: { ...service.counts, perSecond },
        gate: { ...watch.read(), share: perSecond / allowedPerSecond(gate), perSecond: allowedPerSecond(gate) },
      };
    },
    dispose: () => fleet.dispose(),
  };
}

/** Calls `answered` for each id of each answer, inside its commit. The list answers for all indices. */
function followAnswers(
  fleet: Fleet,
  indexIds: readonly string[],
  answered: (resource: ResourceKind, id: string) => void,
): void {
  const { databases, list } = kernelOf(fleet, 'replay');
  databases.onChange((id, before, after) => {
    if (isAnswer(before, after)) answered('database', id);
  });
  list.store.onChange((_, before, after) => {
    if (isAnswer(before, after)) for (const id of indexIds) answered('index', id);
  });
}

function isAnswer(before: Entry<object>, after: Entry<object>): boolean {
  return before.fetching && !after.fetching && (after.error === undefined || after.error.code === 'not-found');
}

/**
 * Makes a controller whose signal has `aborted` alone, which is all that the simulated service and the fleet read of it.
 * In Node, an AbortController takes a third of the time of a poll, with the garbage that it leaves.
 */
function createController(): AbortController {
  const signal = { aborted: false };
  return { signal, abort: () => (signal.aborted = true) } as unknown as AbortController;
}

export function allowedPerSecond(gate: ReplaySettings['gate']): number {
  return gate?.perSecond ?? 10;
}

/** A fleet replaces a broken cadence by the default. The replay would then measure another policy, so it throws. */
function strict(cadence: Cadence): Cadence {
  return (facts) => {
    const place = `for ${facts.id ?? 'the list of vector indices'} at ${formatMoment(facts.now)} of the history`;
    let intervalMs: number;
    try {
      intervalMs = cadence(facts);
    } catch (error) {
      throw new Error(`the cadence threw ${place}: ${String(error)}`, { cause: error });
    }
    if (intervalMs >= 0) return intervalMs;
    // An async cadence returns a promise. Its rejection must not end the process.
    ignoreRejection(intervalMs);
    const message = `expected a function that returns a number of milliseconds, 0 or more, ${place}`;
    throw invalidRequest('configure', [{ path: 'cadence', message }]);
  };
}

/** Adds each database when it appears in the history, and removes it when the history forgets it. */
function scheduleMembership(fleet: Fleet, settings: ReplaySettings, clock: Clock, log: ChangeLog): void {
  const { from, watched } = settings;
  const ofKind = (kind: ResourceKind) => settings.resources.filter(({ resource }) => resource === kind);
  const [databases, indices] = [ofKind('database'), ofKind('index')];
  const subscriptions = new Map<string, { unsubscribe(): void }>();

  function add(ids: readonly string[]): void {
    fleet.databases.add(ids);
    for (const id of ids) if (watched.has(id)) subscriptions.set(id, fleet.databases.record(id).subscribe());
  }

  function remove(id: string, version: number): void {
    log.forgotten(id, version, clock.now());
    subscriptions.get(id)?.unsubscribe();
    fleet.databases.remove([id]);
  }

  for (const { id, versions } of databases)
    versions.forEach(({ at, isKnown }, version) => {
      const wasKnown = versions[version - 1]?.isKnown ?? false;
      if (isKnown === wasKnown || (isKnown && at <= from)) return;
      clock.schedule(() => (isKnown ? add([id]) : remove(id, version)), at - from);
    });
  if (indices.length > 0) fleet.indices.track();
  for (const { id } of indices) if (watched.has(id)) fleet.indices.record(id).subscribe();
  add(databases.filter(({ versions }) => (versions[0]?.at ?? Infinity) <= from).map(({ id }) => id));
}
