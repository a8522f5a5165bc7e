import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { createBrowserStorage } from './server/remembered-ids.js';
import { createThemeChoice } from './shell/theme.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');

const theme = createThemeChoice(
  document.documentElement,
  createBrowserStorage(() => localStorage),
);
createRoot(root).render(<App theme={theme} />);
