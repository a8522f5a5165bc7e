import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { createPageFleet, type PageFleet } from './page-fleet.js';
import { readServerFacts } from './server-facts.js';

/** How far the page is with its beginning. */
export type Start =
  | { readonly status: 'starting' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'started'; readonly page: PageFleet };

/** Asks the dashboard's server what there is, then makes the fleet; `again` tries once more where that failed. */
export function useStart(): Start & { readonly again: () => void } {
  const [start, setStart] = useState<Start>({ status: 'starting' });
  const begin = useCallback((): void => {
    void readServerFacts().then(
      (facts) => setStart({ status: 'started', page: createPageFleet(facts, localStorage) }),
      (error: unknown) => setStart({ status: 'failed', message: messageOf(error) }),
    );
  }, []);
  useEffect(begin, [begin]);
  return { ...start, again: begin };
}

/** A browser's own words for a lost connection differ, and help nobody. */
function messageOf(error: unknown): string {
  const isOurs = error instanceof Error && !(error instanceof TypeError) && !(error instanceof SyntaxError);
  return isOurs ? error.message : 'The server of this page does not answer.';
}

const PageContext = createContext<PageFleet | undefined>(undefined);

/** Gives the page's fleet to the components below. */
export const PageProvider = PageContext.Provider;

/** What the page knows beside the fleet: its service, and which ids were added here. */
export function usePage(): PageFleet {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('There is no <PageProvider> above this component.');
  return page;
}
