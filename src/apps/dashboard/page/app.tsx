import { Component, type ReactElement, type ReactNode, Suspense } from 'react';
import { FleetProvider } from '../../../bindings/react/index.js';
import { systemClock } from '../../../index.js';
import { type Failure, PageProvider, useStart } from './server/use-page.js';
import { Frame } from './frame.js';
import { Brand } from './top-bar.js';
import { createNow, NowProvider } from './shell/now.js';
import { part } from './shell/part.js';
import { Button } from './shell/button.js';

const TokenForm = part(async () => (await import('./server/token-form.js')).TokenForm);

const now = createNow(systemClock);

export function App(): ReactElement {
  return (
    <Boundary>
      <StartedApp />
    </Boundary>
  );
}

function StartedApp(): ReactElement {
  const start = useStart();
  if (start.status !== 'started')
    return <StartScreen failure={start.status === 'failed' ? start.failure : undefined} onRetry={start.retry} />;
  return (
    <NowProvider value={now}>
      <PageProvider value={start.page}>
        <FleetProvider fleet={start.page.fleet}>
          <Frame />
        </FleetProvider>
      </PageProvider>
    </NowProvider>
  );
}

export interface StartScreenProps {
  /** Why the page could not start. Absent while it starts. */
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
}

/** Shown before the fleet exists. It has the layout of the frame, so that nothing moves when the frame appears. */
function StartScreen({ failure, onRetry }: StartScreenProps): ReactElement {
  return (
    <div className="app">
      <header className="line top-bar">
        <Brand />
      </header>
      <div className="status-strip" />
      <main className="scroller">
        {failure !== undefined && (
          <div className="notice" role="alert">
            <h2>{failure.title}</h2>
            <p>{failure.advice}</p>
            {failure.needsToken === true && (
              <Suspense>
                <TokenForm onOpened={onRetry} />
              </Suspense>
            )}
            <Button onClick={onRetry}>Try again</Button>
          </div>
        )}
      </main>
    </div>
  );
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken(): ReactElement {
  return (
    <main className="notice" role="alert">
      <h1>A part of this page could not be loaded</h1>
      <p>The server of this page may have stopped. Your databases are not affected.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </main>
  );
}
