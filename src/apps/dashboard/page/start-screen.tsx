import type { ReactElement } from 'react';
import type { Failure } from './server/use-page.js';
import { Brand } from './shell/brand.js';

export interface StartScreenProps {
  /** Why it does not start; while it starts there is none. */
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
}

/** Before there is a fleet: the frame without anything in it, so that nothing jumps when it comes. */
export function StartScreen({ failure, onRetry }: StartScreenProps): ReactElement {
  return (
    <div className="app">
      <header className="top-bar">
        <Brand />
      </header>
      <div className="status-strip" />
      <main className="scroller">
        {failure !== undefined && (
          <div className="notice" role="alert">
            <h2>{failure.title}</h2>
            <p>{failure.advice}</p>
            <button type="button" className="button" onClick={onRetry}>
              Try again
            </button>
          </div>
        )}
      </main>
    </div>
  );
}
