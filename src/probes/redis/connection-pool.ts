import type { Clock } from '../../core/shared/clock.js';
import { openConnection, type RedisAddress, type RedisConnection } from './redis-connection.js';

interface Lease {
  readonly connection: RedisConnection;
  readonly place: string;
  cancelTimer: () => void;
}

/** Keeps one connection for each database between reads. A connection that is idle for `idleMs` is closed. */
export function createConnectionPool({ clock, idleMs }: { clock: Clock; idleMs: number }) {
  const leases = new Map<string, Lease>();

  /** Closes a connection. @param lease @default the current lease of the database */
  function drop(id: string, lease = leases.get(id)): void {
    lease?.cancelTimer();
    lease?.connection.destroy();
    if (leases.get(id) === lease) leases.delete(id);
  }

  return {
    /** Returns the open connection of a database to this address. Closes a connection to another address. */
    take(id: string, address: RedisAddress): Lease | undefined {
      const found = leases.get(id);
      found?.cancelTimer();
      if (found?.connection.isOpen === true && found.place === placeOf(address)) return found;
      drop(id);
      return undefined;
    },
    open(id: string, address: RedisAddress): Lease {
      const lease = { connection: openConnection(address), place: placeOf(address), cancelTimer: () => {} };
      leases.set(id, lease);
      return lease;
    },
    /** Keeps the connection for the next read. `take` drops a connection that is closed. */
    keep(id: string, lease: Lease): void {
      if (lease.connection.isOpen) lease.cancelTimer = clock.schedule(() => drop(id, lease), idleMs);
    },
    drop,
    /** Closes all connections, even connections in use. The pool can be used again. */
    closeAll() {
      for (const id of leases.keys()) drop(id);
    },
  };
}

function placeOf({ host, port, tls }: RedisAddress): string {
  return `${host} ${port} ${tls !== undefined}`;
}
