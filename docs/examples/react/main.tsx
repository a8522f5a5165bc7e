import { createFleet } from 'fleetglass';
import { FleetProvider } from 'fleetglass/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

// The proxy at this path adds the credentials: the page has none.
const fleet = createFleet({ baseUrl: '/fleet' });
// While you develop, a changed module makes another one.
import.meta.hot?.dispose(() => fleet.dispose());

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <FleetProvider fleet={fleet}>
      <App />
    </FleetProvider>
  </StrictMode>,
);
