import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { FleetProvider, useDatabase } from '../../../src/bindings/react/index.js';
import { createFleet, type Database } from '../../../src/index.js';
import type { RowService } from './row-service.js';

/** A library that keeps a list of databases up to date. */
export interface RowsCandidate {
  /** Returns the list. Each row calls `onRender` when it renders. */
  list(onRender: (id: string) => void): ReactNode;
  /** Polls these databases, as the scheduler of the library does. Resolves after the answers. */
  poll(ids: readonly string[]): Promise<unknown>;
}

export type MakeRows = (service: RowService) => RowsCandidate;

function RowCells({ database }: { database: Database | undefined }) {
  return (
    <div>
      <span>{database?.database_name}</span> <span>{database?.state}</span> <span>{database?.db_max_clients}</span>
    </div>
  );
}

/** The floor: a Map of records, a Map of callbacks, a fetch, JSON.parse, and a comparison of the texts. */
export const bareRows: MakeRows = ({ ids, fetch }) => {
  const texts = new Map<string, string>();
  const records = new Map<string, Database>();
  const listeners = new Map<string, () => void>();

  function Row({ id, onRender }: { id: string; onRender: (id: string) => void }) {
    onRender(id);
    const subscribe = (listener: () => void) => {
      listeners.set(id, listener);
      return () => listeners.delete(id);
    };
    return <RowCells database={useSyncExternalStore(subscribe, () => records.get(id))} />;
  }
  async function poll(id: string): Promise<void> {
    const text = await (await fetch(`https://api.example.com/v2/redis/database/${id}`)).text();
    if (texts.get(id) === text) return;
    texts.set(id, text);
    records.set(id, JSON.parse(text) as Database);
    listeners.get(id)?.();
  }
  return {
    list: (onRender) => ids.map((id) => <Row key={id} id={id} onRender={onRender} />),
    poll: (due) => Promise.all(due.map(poll)),
  };
};

const polling = { perSecond: 1e6, burst: 1e6, concurrency: 1e6, cadence: () => 3_600_000 };

export const fleetglassRows: MakeRows = ({ ids, fetch }) => {
  const credentials = { username: 'demo', password: 'demo' };
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials,
    polling,
    fetch: (url) => fetch(String(url)),
  });

  function Row({ id, onRender }: { id: string; onRender: (id: string) => void }) {
    onRender(id);
    return <RowCells database={useDatabase(id)} />;
  }
  return {
    list: (onRender) => (
      <FleetProvider fleet={fleet}>
        {ids.map((id) => (
          <Row key={id} id={id} onRender={onRender} />
        ))}
      </FleetProvider>
    ),
    poll: (due) => Promise.all(due.map((id) => fleet.databases.refresh(id))),
  };
};

/** As its documentation recommends: a query for each database. A row reads only `data`, so it renders when `data` changes. */
export const queryRows: MakeRows = ({ ids, fetch }) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, refetchOnWindowFocus: false } } });
  const queryFn = async ({ queryKey: [, id = ''] }: { queryKey: readonly string[] }): Promise<Database> => {
    const response = await fetch(`https://api.example.com/v2/redis/database/${id}`);
    return response.json() as Promise<Database>;
  };

  function Row({ id, onRender }: { id: string; onRender: (id: string) => void }) {
    onRender(id);
    const { data } = useQuery({ queryKey: ['database', id], queryFn });
    return <RowCells database={data} />;
  }
  return {
    list: (onRender) => (
      <QueryClientProvider client={client}>
        {ids.map((id) => (
          <Row key={id} id={id} onRender={onRender} />
        ))}
      </QueryClientProvider>
    ),
    poll: (due) =>
      due.length === ids.length
        ? client.refetchQueries()
        : Promise.all(due.map((id) => client.refetchQueries({ queryKey: ['database', id], exact: true }))),
  };
};
