import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { createPageFleet, type PageFleet } from './page-fleet.js';
import { readServerFacts, ServerRefusal } from './server-facts.js';

/** Why the page does not begin, or ended, for people. */
export interface Failure {
  readonly title: string;
  readonly advice: string;
}

/** How far the page is with its beginning. */
export type Start =
  | { readonly status: 'starting' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'started'; readonly page: PageFleet };

const STARTING: Start = { status: 'starting' };

/** Asks the dashboard's server what there is, then makes the fleet; `again` tries once more where that failed. */
export function useStart(): Start & { readonly again: () => void } {
  const [start, setStart] = useState<Start>(STARTING);
  const begin = useCallback((): void => {
    const fail = (error: unknown): void => setStart({ status: 'failed', failure: describeFailure(error) });
    setStart(STARTING);
    void readServerFacts()
      .then((facts) => {
        const page = createPageFleet(facts, (refusal) => (refusal === undefined ? begin() : fail(refusal)));
        setStart({ status: 'started', page });
      })
      .catch(fail);
  }, []);
  useEffect(begin, [begin]);
  return { ...start, again: begin };
}

/** A browser's own words for a lost connection differ, and help nobody. */
function describeFailure(error: unknown): Failure {
  return error instanceof ServerRefusal
    ? { title: 'This page is not let in', advice: `The server says: ${error.message}.` }
    : { title: 'The server of this page does not answer', advice: 'It ends with the command that started it.' };
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
