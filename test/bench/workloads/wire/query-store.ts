import { notifyManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import * as v from 'valibot';
import { databaseSchema } from '../../../../src/core/records/database.js';
import type { WirePeer } from './wire-store.js';

/** Checks an answer and sets it in the cache, which shares equal values with the previous answer. */
export const queryStore: WirePeer = {
  name: 'query-core, valibot',
  create() {
    // Notifies subscribers at once, so that the notification is part of the measurement.
    notifyManager.setScheduler((task) => task());
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity } } });
    return {
      take: (id, text) => void client.setQueryData(['database', id], v.parse(databaseSchema, JSON.parse(text))),
      subscribe(id, listener) {
        const queryKey = ['database', id];
        new QueryObserver(client, { queryKey, enabled: false, notifyOnChangeProps: ['data'] }).subscribe(listener);
      },
      read: (id) => client.getQueryData(['database', id]),
    };
  },
};
