import type { ReactElement } from 'react';
import { FleetProvider } from '../../../bindings/react/index.js';
import { systemClock } from '../../../index.js';
import { PageProvider, useStart } from './server/use-page.js';
import { Frame } from './frame.js';
import { createNow, NowProvider } from './shell/now.js';
import { StartScreen } from './start-screen.js';
import type { ThemeChoice } from './shell/theme.js';

const now = createNow(systemClock);

export interface AppProps {
  readonly theme: ThemeChoice;
}

/** The root component of the page: starts the fleet, then shows it. */
export function App({ theme }: AppProps): ReactElement {
  const start = useStart();
  if (start.status !== 'started')
    return <StartScreen failure={start.status === 'failed' ? start.failure : undefined} onRetry={start.retry} />;
  return (
    <NowProvider value={now}>
      <PageProvider value={start.page}>
        <FleetProvider fleet={start.page.fleet}>
          <Frame theme={theme} />
        </FleetProvider>
      </PageProvider>
    </NowProvider>
  );
}
