import { notifyManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import * as v from 'valibot';
import { databaseSchema } from '../../../../src/core/api/database.js';
import type { WirePeer } from './wire-store.js';

/** An answer that is checked and set: what it has in common with the one before is shared. */
export const queryStore: WirePeer = {
  name: 'query-core, valibot',
  create() {
    // Subscribers are told at once, so that they are part of what is measured.
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
