import { notifyManager, QueriesObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import type { Database } from '../../../src/core/records/database.js';
import { summarize, type Peer } from './peer.js';

/**
 * A query for each record, and an observer for each subscriber, which it notifies at once and of data alone. Its structural
 * sharing finds equal answers.
 */
export const queryCore: Peer = {
  name: '@tanstack/query-core',
  open(records) {
    notifyManager.setScheduler((flush) => flush());
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } });
    const optionsOf = (id: string) => ({
      queryKey: ['database', id],
      notifyOnChangeProps: ['data' as const],
      enabled: false,
    });

    function change(record: Database): void {
      client.setQueryData(['database', record.database_id], record);
    }

    /**
     * It notifies for each query. A caller that wants one notification for several changes has to wait for the last.
     */
    const waiting = new Set<() => void>();
    function settle(): void {
      for (const notify of waiting) notify();
      waiting.clear();
    }

    function watchEach<T>(combine: (records: Database[]) => T, onChange: (value: T) => void): () => void {
      const observer = new QueriesObserver(
        client,
        records.map(({ database_id }) => optionsOf(database_id)),
      );
      const notify = (): void => onChange(combine(observer.getCurrentResult().map(({ data }) => data as Database)));
      return observer.subscribe(() => waiting.add(notify));
    }

    records.forEach(change);
    return {
      change(record) {
        change(record);
        settle();
      },
      changeAll(changing) {
        notifyManager.batch(() => changing.forEach(change));
        settle();
      },
      watch(id, onChange) {
        const observer = new QueryObserver<Database>(client, optionsOf(id));
        return observer.subscribe(({ data }) => onChange(data));
      },
      watchField(id, field, onChange) {
        const observer = new QueryObserver<Database, Error, Database[typeof field]>(client, {
          ...optionsOf(id),
          select: (record) => record[field],
        });
        return observer.subscribe(({ data }) => onChange(data));
      },
      watchAll: (onChange) => watchEach((all) => all, onChange),
      watchSummary: (onChange) => watchEach(summarize, onChange),
      close: () => client.clear(),
    };
  },
};
