import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { Database } from '../../../src/index.js';
import type { MakeRows } from './candidate.js';
import { RowCells } from './row-cells.js';

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
