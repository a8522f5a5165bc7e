import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the page of the dashboard, which travels in the package and loads nothing from elsewhere. */
export default defineConfig({
  root: `${root}/src/dashboard`,
  // It finds its parts wherever it is served.
  base: './',
  plugins: [react()],
  publicDir: false,
  build: {
    outDir: `${root}/dist/dashboard`,
    emptyOutDir: true,
    // What has `light-dark()`, container queries and `:has()`.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Its content policy lets no data URL run or be styled with.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
