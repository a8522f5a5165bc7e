import { createFleet } from 'fleetglass';
import { FleetProvider } from 'fleetglass/solid';
import { render } from 'solid-js/web';
import { App } from './app.js';

// The proxy at this path adds the credentials: the page has none.
const fleet = createFleet({ baseUrl: '/fleet' });
// While you develop, a changed module makes another one.
import.meta.hot?.dispose(() => fleet.dispose());

render(
  () => (
    <FleetProvider fleet={fleet}>
      <App />
    </FleetProvider>
  ),
  document.getElementById('app')!,
);
