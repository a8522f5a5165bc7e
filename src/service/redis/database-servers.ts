import { deepEqual } from '../../core/shared/deep-equal.js';
import type { StoredRecord } from '../account/stored-record.js';
import type { DatabaseServers } from '../account/database-servers.js';
import type { RedisServers } from './redis-servers.js';

/** Creates servers that follow the records of an account. */
export function createDatabaseServers(redis: RedisServers): DatabaseServers {
  return {
    async follow(id, record, before) {
      if (before !== undefined && deepEqual(requirementsOf(record), requirementsOf(before))) return record;
      const { state, ...request } = requirementsOf(record);
      if (state === 'suspended' || state === 'passive') await redis.stop(id);
      if (state !== 'active') return record;
      const { host, port } = await redis.start({ id, ...request, port: lastPortOf(record) });
      const isCurrent = record['endpoint'] === host && record['port'] === port && record['tls'] === false;
      return isCurrent ? record : { ...record, endpoint: host, port, tls: false };
    },
    remove: (id) => redis.remove(id),
    close: () => redis.close(),
  };
}

/** The port of the server's last start. A database that never had a server has another endpoint. */
function lastPortOf(record: StoredRecord): number | undefined {
  const port = record['port'];
  return record['endpoint'] === '127.0.0.1' && typeof port === 'number' ? port : undefined;
}

/** The fields of a record that the server depends on. `endpoint` and `port` depend on the server instead. */
function requirementsOf(record: StoredRecord) {
  const password = record['password'];
  return {
    state: record['state'],
    password: typeof password === 'string' ? password : '',
    maxClients: Number(record['db_max_clients']),
    maxMemoryBytes: Number(record['db_memory_threshold']),
    eviction: record['eviction'] === true,
  };
}
