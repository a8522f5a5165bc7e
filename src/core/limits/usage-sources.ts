import { invalidRequest } from '../shared/refuse-issues.js';
import type { Fleet } from '../fleet/fleet.js';
import { kernelOf, liveKernelOf, type Kernel } from '../fleet/kernel.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { createCell } from '../store/cell.js';
import type { View } from '../store/view.js';
import { RunningSource } from './running-source.js';
import { readUsageSource, type UsageSource, type UsageSourceStatus } from './usage-source.js';

/**
 * Adds a source, which reads the usage of each known resource at an interval. Sources have a queue of their own: a slow
 * source delays neither the polls nor another source. A read that fails is tried again with backoff.
 *
 * A source reads known databases that have a record, and indices of the list: add the ids, and track the list. Reading
 * pauses while polling pauses as `hidden` or `offline`.
 *
 * @returns a function that removes the source; calling it again does nothing. The reported usage stays.
 * @throws FleetError `invalid-request`, whose `issues` name each invalid member, or if another source of the same `resource`
 *   has the name; `disposed`
 * @example
 * ```ts
 * // redisInfo comes from fleetglass/probes/redis
 * const remove = addUsageSource(fleet, redisInfo());
 * ```
 */
export function addUsageSource<Resource extends ResourceKind>(fleet: Fleet, source: UsageSource<Resource>): () => void {
  return sourcesPart(liveKernelOf(fleet, 'addUsageSource')).add(source);
}

/**
 * Returns the usage sources of a fleet with their last run and last failure. Each call for a fleet returns the same
 * view. It emits at once, then when a read has ended.
 *
 * @throws FleetError `invalid-request` if `fleet` was not returned by `createFleet`
 */
export function usageSourcesOf(fleet: Fleet): View<readonly UsageSourceStatus[]> {
  return sourcesPart(kernelOf(fleet, 'usageSourcesOf')).view;
}

function sourcesPart(kernel: Kernel) {
  return kernel.part('usage-sources', createSources);
}

function createSources(kernel: Kernel) {
  const running = new Set<RunningSource>();
  const statuses = createCell<readonly UsageSourceStatus[]>(kernel.commits, Object.freeze([]));
  const changed = (): void => statuses.set(Object.freeze([...running].map(({ status }) => status)));
  kernel.onDispose(() => {
    for (const source of running) source.stop();
    // The function that `add` returned must not stop a source again.
    running.clear();
  });

  function add(given: unknown): () => void {
    const checked = readUsageSource(given);
    const { name, resource } = checked;
    if ([...running].some(({ status }) => status.name === name && status.resource === resource)) {
      const message = `another ${resource} source is named ${name}. Choose another name, or remove that source first`;
      throw invalidRequest('configure', [{ path: 'source.name', message }]);
    }
    const source = new RunningSource(kernel, checked, changed);
    running.add(source);
    changed();
    return () => {
      if (!running.delete(source)) return;
      source.stop();
      changed();
    };
  }

  return { view: statuses.view, add };
}
