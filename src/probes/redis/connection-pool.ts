import type { Clock } from '../../core/shared/clock.js';
import { openConnection, type RedisAddress, type RedisConnection } from './redis-connection.js';

interface Idle {
  readonly connection: RedisConnection;
  readonly place: string;
  readonly cancelTimer: () => void;
}

/** Keeps one connection for each database between reads, until it was idle for `idleMs`. */
export function createConnectionPool({ clock, idleMs }: { clock: Clock; idleMs: number }) {
  const idle = new Map<string, Idle>();
  const inUse = new Set<RedisConnection>();

  function remove(id: string): Idle | undefined {
    const found = idle.get(id);
    found?.cancelTimer();
    idle.delete(id);
    return found;
  }

  function close(id: string): void {
    remove(id)?.connection.destroy();
  }

  /** Makes the lease of one read. */
  function leaseOf(id: string, connection: RedisConnection, place: string) {
    inUse.add(connection);
    return {
      connection,
      /** Keeps the connection for the next read. */
      keep(): void {
        inUse.delete(connection);
        if (!connection.isOpen) return connection.destroy();
        close(id);
        idle.set(id, { connection, place, cancelTimer: clock.schedule(() => close(id), idleMs) });
      },
      drop() {
        inUse.delete(connection);
        connection.destroy();
      },
    };
  }

  return {
    /** Returns the idle connection of a database to an address, and closes one to another address. */
    take(id: string, address: RedisAddress) {
      const found = remove(id);
      if (found?.connection.isOpen === true && found.place === placeOf(address))
        return leaseOf(id, found.connection, found.place);
      found?.connection.destroy();
      return undefined;
    },
    open: (id: string, address: RedisAddress) => leaseOf(id, openConnection(address), placeOf(address)),
    close,
    /** Closes all connections, also those in use. The pool can be used again. */
    closeAll() {
      for (const id of idle.keys()) close(id);
      for (const connection of inUse) connection.destroy();
      inUse.clear();
    },
  };
}

function placeOf({ host, port, tls }: RedisAddress): string {
  return `${host} ${port} ${tls !== undefined}`;
}
