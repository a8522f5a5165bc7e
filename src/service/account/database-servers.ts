import type { StoredRecord } from './account.js';

/** The real servers behind database records, if the service has them. */
export interface DatabaseServers {
  /**
   * Brings the server of a database in line with its record: `active` runs with the limits of the record, `suspended`
   * and `passive` stand still, any other state leaves it as it is.
   *
   * @param before what the server is in line with; without it, nothing is known of it.
   * @returns the record; where a server was started it says so in `endpoint`, `port` and `tls`.
   * @throws Error that says why there is no server, with no secret in it.
   */
  follow(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord>;
  /** Stops the server and removes its data. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/** For a service whose databases are records only. */
export const noServers: DatabaseServers = {
  follow: async (_, record) => record,
  remove: async () => {},
  close: async () => {},
};
