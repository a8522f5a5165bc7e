import { createContext, useContext, useEffect, useState } from 'react';
import { systemClock } from '../../../../index.js';
import { toSentence } from '../shell/names.js';
import { PageFleet } from './page-fleet.js';
import { isDenial, readServerFacts } from './server-facts.js';

const RETRY_MS = 5000;

/**
 * Reads the configuration and the last records from the dashboard's server, then creates the fleet. After a failure it
 * tries again at intervals: the command may start again, or another tab may get access. `retry` tries at once. Without
 * `page` and `failure`, the page is starting.
 */
export function useStart() {
  const [start, setStart] = useState<Readonly<{ page?: PageFleet; failure?: ReturnType<typeof failureOf> }>>({});
  const { page, failure } = start;
  useEffect(() => {
    if (page !== undefined) return undefined;
    let isCurrent = true;
    const read = (): void =>
      void readServerFacts()
        // An outdated answer makes no fleet: nothing would dispose of it.
        .then((facts) => isCurrent && setStart({ page: new PageFleet(facts, () => setStart({})) }))
        .catch((error: unknown) => isCurrent && setStart({ failure: failureOf(error) }));
    const cancel = failure && systemClock.schedule(read, RETRY_MS);
    if (failure === undefined) read();
    return () => {
      isCurrent = false;
      cancel?.();
    };
  }, [start]);
  // A page that has started meanwhile stays.
  return { ...start, retry: () => setStart((now) => (now.page === undefined ? {} : now)) };
}

/** The messages of browsers for a lost connection differ, and are not meant for users. */
function failureOf(error: unknown) {
  const { status, message } = error as Error & { readonly status?: number };
  if (status === undefined)
    return {
      title: 'The server of this page does not answer',
      advice: 'It stops with the command that started it. Start the command again. The page tries again.',
    };
  const title = isDenial(status) ? 'Access denied' : 'The server of this page failed';
  return { title, advice: toSentence(message), needsToken: status === 401 };
}

export const PageContext = createContext<PageFleet | undefined>(undefined);

export function usePage(): PageFleet {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('usePage needs a <PageContext> above the component.');
  return page;
}
