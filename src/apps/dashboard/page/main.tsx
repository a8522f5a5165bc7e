import { createRoot } from 'react-dom/client';
import { App, Boundary } from './app.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
createRoot(root).render(
  <Boundary>
    <App />
  </Boundary>,
);
