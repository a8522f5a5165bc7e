import { sampleDatabase } from '../../support/sample-database.js';

/** A service inside the page: the time of a network would hide the measured differences. */
export interface RowService {
  readonly ids: readonly string[];
  /** Changes the text of one database: adds a connection. */
  change(id: string): void;
  textOf(id: string): string;
  /** Answers the URL of a database. */
  readonly fetch: (url: string) => Promise<Response>;
}

export function createRowService(count: number): RowService {
  const ids = Array.from({ length: count }, (_, at) => `database-${at}`);
  const clients = new Map(ids.map((id) => [id, 1000]));
  const textOf = (id: string): string =>
    JSON.stringify({ ...sampleDatabase, database_id: id, database_name: id, db_max_clients: clients.get(id) });
  return {
    ids,
    change: (id) => void clients.set(id, (clients.get(id) ?? 0) + 1),
    textOf,
    fetch: async (url) =>
      new Response(textOf(new URL(url).pathname.split('/').at(-1) ?? ''), {
        headers: { 'content-type': 'application/json' },
      }),
  };
}
