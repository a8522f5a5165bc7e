import { notifyManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import * as v from 'valibot';
import { vectorIndexSchema } from '../../../../src/core/records/vector-index.js';
import type { VectorIndex } from '../../../../src/index.js';
import type { ListPeer } from './list-store.js';

const queryKey = ['indices'];
const listSchema = v.array(vectorIndexSchema);

/** One query for the list. Each subscriber selects its index by position, which is the fastest way. */
export const queryListStore: ListPeer = {
  name: 'query-core, valibot',
  create() {
    notifyManager.setScheduler((task) => task());
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity } } });
    return {
      take: (text) => void client.setQueryData(queryKey, v.parse(listSchema, JSON.parse(text))),
      subscribe(_, at, listener) {
        new QueryObserver(client, {
          queryKey,
          enabled: false,
          notifyOnChangeProps: ['data'],
          select: (list: readonly VectorIndex[]) => list[at],
        }).subscribe(listener);
      },
      read: (id) => client.getQueryData<readonly VectorIndex[]>(queryKey)?.find((record) => record.id === id),
    };
  },
};
