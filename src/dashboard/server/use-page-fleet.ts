import { useCallback, useEffect, useState } from 'react';
import { createPageFleet, type PageFleet } from './page-fleet.js';
import { readServerFacts } from './server-facts.js';

/** How far the page is with its beginning. */
export type Start =
  | { readonly status: 'starting' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'started'; readonly page: PageFleet };

/** Asks the dashboard's server what there is, then makes the fleet; `again` tries once more where that failed. */
export function usePageFleet(): Start & { readonly again: () => void } {
  const [start, setStart] = useState<Start>({ status: 'starting' });
  const begin = useCallback((): void => {
    setStart({ status: 'starting' });
    void readServerFacts().then(
      (facts) => setStart({ status: 'started', page: createPageFleet(facts, localStorage) }),
      () => setStart({ status: 'failed', message: 'The server of this page does not answer.' }),
    );
  }, []);
  useEffect(begin, [begin]);
  return { ...start, again: begin };
}
