import { Component, type ReactElement, type ReactNode } from 'react';
import { FleetProvider } from '../../../bindings/react/index.js';
import { PageContext, useStart } from './server/use-page.js';
import { Frame } from './frame.js';
import { Brand } from './top-bar.js';
import { part } from './shell/part.js';
import { Button } from './shell/button.js';

const TokenForm = part(async () => (await import('./server/token-form.js')).TokenForm);

export function App(): ReactElement {
  const { page, failure, retry } = useStart();
  if (page !== undefined)
    return (
      <PageContext value={page}>
        <FleetProvider fleet={page.fleet}>
          <Frame />
        </FleetProvider>
      </PageContext>
    );
  // The page before the fleet exists. It has the layout of the frame, so that nothing moves when the frame appears.
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
            {failure.needsToken === true ? <TokenForm onOpened={retry} /> : <Button onClick={retry}>Try again</Button>}
          </div>
        )}
      </main>
    </div>
  );
}

export class Boundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError = () => ({ isBroken: true });

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="notice" role="alert">
        <h1>This page has failed</h1>
        <p>Your databases are not affected. Reload the page to continue.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </main>
    );
  }
}
