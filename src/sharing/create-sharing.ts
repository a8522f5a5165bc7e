import type { Sharing } from '../core/fleet/fleet-options.js';
import { asyncDisposeSymbol } from '../core/shared/async-dispose-symbol.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { SharingEngine } from './engine.js';
import { GroupLink } from './link.js';

/**
 * Shares the polling of one fleet at a time. It leaves the group when the fleet is disposed.
 *
 * @example
 * ```ts
 * await using sharing = tabs({ scope: user.id });
 * using fleet = createFleet({ baseUrl: '/fleet', sharing });
 * ```
 */
export interface ClosableSharing extends Sharing, AsyncDisposable {
  /**
   * Leaves the group, and waits until nothing is left of the membership. A fleet that continues polls alone. A second call
   * does nothing.
   */
  close(): Promise<void>;
}

export function createSharing(engine: SharingEngine): ClosableSharing {
  let link: GroupLink | undefined;
  let leaving: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function close(): Promise<void> {
    isClosed = true;
    link?.close();
    await leaving;
  }

  return {
    connect() {
      if (isClosed) throw new FleetError('disposed', 'configure', 'the sharing is closed: make a new one');
      if (link !== undefined)
        throw new FleetError('in-use', 'configure', 'a fleet uses the sharing: dispose of that fleet, or make another');
      link = new GroupLink(engine, () => (link = undefined));
      const earlier = leaving;
      leaving = link.left.then(() => earlier);
      return link;
    },
    close,
    [asyncDisposeSymbol]: close,
  };
}
