import type { ReactElement } from 'react';

export interface StartScreenProps {
  /** Why it does not start; while it starts there is none. */
  readonly message: string | undefined;
  readonly onRetry: () => void;
}

/** Before there is a fleet: the frame without anything in it, so that nothing jumps when it comes. */
export function StartScreen({ message, onRetry }: StartScreenProps): ReactElement {
  return (
    <div className="app">
      <div className="top-bar" />
      <div className="status-strip" />
      <main className="scroller">
        {message !== undefined && (
          <div className="notice" role="alert">
            <h1>{message}</h1>
            <p>Is it still running? The page needs it to reach the service; nothing of the fleet is lost.</p>
            <button type="button" className="button" onClick={onRetry}>
              Try again
            </button>
          </div>
        )}
      </main>
    </div>
  );
}
