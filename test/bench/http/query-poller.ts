import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { fetchRecord } from './bare-request.js';
import { pollInTurn, type Poller, type PollerOptions } from './poller.js';

/** A query for each id, with an observer of its data only, which fetches on command. */
export function pollByQuery({ baseUrl, ids }: PollerOptions): Poller {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, notifyOnChangeProps: ['data'] } } });
  let received = 0;
  const observers = new Map(
    ids.map((id) => {
      const observer = new QueryObserver(client, {
        queryKey: ['database', id],
        queryFn: ({ signal }) => fetchRecord(baseUrl, id, signal),
      });
      observer.subscribe(() => void (received += 1));
      return [id, observer];
    }),
  );
  return {
    name: '@tanstack/query-core: observer.refetch',
    poll: (count) => pollInTurn(ids, count, async (id) => observers.get(id)?.refetch({ throwOnError: true })),
    record: (id) => client.getQueryData(['database', id]),
    received: () => received,
    dispose() {
      for (const observer of observers.values()) observer.destroy();
      client.clear();
    },
  };
}
