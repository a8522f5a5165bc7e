import { deepEqual } from '../../core/shared/deep-equal.js';
import type { StoredRecord } from '../account/account.js';
import type { DatabaseServers } from '../account/database-servers.js';
import type { RedisServers } from './redis-servers.js';

/** Makes servers that follow the records of an account. */
export function createDatabaseServers(redis: RedisServers): DatabaseServers {
  return {
    async follow(id, record, before) {
      if (before !== undefined && deepEqual(demandOf(record), demandOf(before))) return record;
      const { state, ...request } = demandOf(record);
      if (state === 'suspended' || state === 'passive') await redis.stop(id);
      if (state !== 'active') return record;
      const { host, port } = await redis.start({ id, ...request, port: placeOf(record) });
      const isSaid = record['endpoint'] === host && record['port'] === port && record['tls'] === false;
      return isSaid ? record : { ...record, endpoint: host, port, tls: false };
    },
    remove: (id) => redis.remove(id),
    close: () => redis.close(),
  };
}

/** The port that the server had when it was last started; a record that never had one names another endpoint. */
function placeOf(record: StoredRecord): number | undefined {
  const port = record['port'];
  return record['endpoint'] === '127.0.0.1' && typeof port === 'number' ? port : undefined;
}

/** What a server depends on. Where it is follows from the server, and not the server from it. */
function demandOf(record: StoredRecord) {
  const password = record['password'];
  return {
    state: record['state'],
    password: typeof password === 'string' ? password : '',
    maxClients: Number(record['db_max_clients']),
    maxMemoryBytes: Number(record['db_memory_threshold']),
    eviction: record['eviction'] === true,
  };
}
