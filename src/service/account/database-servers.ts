import type { StoredRecord } from './stored-record.js';

/** The redis-servers of database records. */
export interface DatabaseServers {
  /**
   * Applies a record to the server of its database. `active` runs the server with the limits of the record. `suspended`
   * and `passive` stop the server. Any other state changes nothing.
   *
   * @param before the record that was applied last, if it is known.
   * @returns the record, with `endpoint`, `port` and `tls` of a started server.
   * @throws Error with the reason why the server did not start, without secrets.
   */
  follow(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord>;
  /** Stops the server and removes its data. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Used when the databases of the service are records only. */
export const noServers: DatabaseServers = {
  follow: async (_, record) => record,
  remove: async () => {},
  close: async () => {},
};
