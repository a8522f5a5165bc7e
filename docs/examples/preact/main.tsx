import { createFleet } from 'fleetglass';
import { FleetProvider } from 'fleetglass/preact';
import { render } from 'preact';
import { App } from './app.js';

// The proxy at this path adds the credentials: the page has none.
const fleet = createFleet({ baseUrl: '/fleet' });

render(
  <FleetProvider fleet={fleet}>
    <App />
  </FleetProvider>,
  document.getElementById('app')!,
);
