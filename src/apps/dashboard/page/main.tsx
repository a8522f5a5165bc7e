import { createRoot } from 'react-dom/client';
import { App, Boundary } from './app.js';

createRoot(document.getElementById('root') as HTMLElement).render(
  <Boundary>
    <App />
  </Boundary>,
);
