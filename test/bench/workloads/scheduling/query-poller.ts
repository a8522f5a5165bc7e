import {
  environmentManager,
  notifyManager,
  QueryClient,
  QueryObserver,
  timeoutManager,
  type QueryFunctionContext,
} from '@tanstack/query-core';
import type { Poller } from './poller.js';
import type { Timer } from './timer-wheel.js';

/** An observer for each id, with `refetchInterval`. */
export const queryPoller: Poller = {
  name: 'query-core, refetchInterval',
  start({ ids, intervalMs, wheel, poll }) {
    // Without a window, query-core takes the process for a server and does not poll.
    environmentManager.setIsServer(() => false);
    timeoutManager.setTimeoutProvider({
      setTimeout: (task: () => void, delayMs: number) => wheel.setTimeout(task, delayMs) as never,
      setInterval: (task: () => void, delayMs: number) => wheel.setInterval(task, delayMs) as never,
      clearTimeout: (timer: unknown) => wheel.clear(timer as Timer | undefined),
      clearInterval: (timer: unknown) => wheel.clear(timer as Timer | undefined),
    });
    notifyManager.setScheduler(queueMicrotask);
    const client = new QueryClient();
    client.mount();
    const queryFn = ({ queryKey: [, id] }: QueryFunctionContext<readonly ['database', string]>) => poll(id);
    const ends = ids.map((id) =>
      new QueryObserver(client, {
        queryKey: ['database', id] as const,
        queryFn,
        refetchInterval: intervalMs,
        refetchIntervalInBackground: true,
        retry: false,
        gcTime: Infinity,
      }).subscribe(() => {}),
    );
    return () => {
      for (const end of ends) end();
      client.clear();
      client.unmount();
    };
  },
};
