import type { ReactElement } from 'react';
import type { Failure } from './server/use-page.js';
import { Brand } from './shell/brand.js';

export interface StartScreenProps {
  /** Why the page could not start. Absent while it starts. */
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
}

/** Shown before the fleet exists. It has the layout of the frame, so that nothing moves when the frame appears. */
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
