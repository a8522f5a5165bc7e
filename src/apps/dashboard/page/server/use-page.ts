import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { toSentence } from '../shell/names.js';
import { PageFleet } from './page-fleet.js';
import { isDenial, readServerFacts, ServerFailure } from './server-facts.js';

interface Failure {
  readonly title: string;
  readonly advice: string;
  /** Whether a token would give access. */
  readonly needsToken?: boolean;
}

/** Without a member, the page starts. */
interface Start {
  readonly page?: PageFleet;
  readonly failure?: Failure;
}

/**
 * Reads the configuration and the last records from the dashboard's server, then creates the fleet. `retry` starts over
 * after a failure.
 */
export function useStart(): Start & { readonly retry: () => void } {
  const [start, setStart] = useState<Start>({});
  const isBeginning = useRef(false);
  const begin = useCallback((): void => {
    // A second fleet would never end.
    if (isBeginning.current) return;
    isBeginning.current = true;
    const fail = (error: unknown): void => setStart({ failure: failureOf(error) });
    setStart({});
    void readServerFacts()
      .then((facts) => {
        const page = new PageFleet(facts, (denial) => (denial === undefined ? begin() : fail(denial)));
        setStart({ page });
      })
      .catch(fail)
      .finally(() => (isBeginning.current = false));
  }, []);
  useEffect(begin, [begin]);
  return { ...start, retry: begin };
}

/** The messages of browsers for a lost connection differ, and are not meant for users. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof ServerFailure))
    return {
      title: 'The server of this page does not answer',
      advice: 'It stops with the command that started it. Start the command again, then retry.',
    };
  const { status, message } = error;
  const title = isDenial(status) ? 'Access denied' : 'The server of this page failed';
  return { title, advice: toSentence(message), needsToken: status === 401 };
}

const PageContext = createContext<PageFleet | undefined>(undefined);

export const PageProvider = PageContext.Provider;

export function usePage(): PageFleet {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('usePage needs a <PageProvider> above the component.');
  return page;
}
