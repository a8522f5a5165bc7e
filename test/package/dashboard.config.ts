import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Modules {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** Whether the page cannot begin without a module: it is the entry, or something that cannot imports it. */
function isNeededAtOnce(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const { isEntry = false, importers = [] } = modules.getModuleInfo(id) ?? {};
  return (
    isEntry ||
    importers.some((importer) => !importer.endsWith('/src/index.ts') && isNeededAtOnce(importer, modules, seen))
  );
}

/** Builds the page of the dashboard, which travels in the package and loads nothing from elsewhere. */
export default defineConfig({
  root: `${root}/src/dashboard`,
  // It finds its parts wherever it is served.
  base: './',
  plugins: [react()],
  publicDir: false,
  // What rxjs has for browsers of today.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: `${root}/dist/dashboard`,
    emptyOutDir: true,
    // What has `light-dark()`, container queries and `:has()`.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Its content policy lets no data URL run or be styled with.
    assetsInlineLimit: 0,
    // Its parts come from the same computer: the code that fetches them ahead costs more than they take.
    modulePreload: false,
    rolldownOptions: {
      // What is needed at once is one file, also where a part that is loaded late needs it too: one is smaller than many.
      output: { codeSplitting: { groups: [{ name: (id, modules) => (isNeededAtOnce(id, modules) ? 'page' : null) }] } },
    },
  },
});
