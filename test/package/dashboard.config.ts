import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the page of the dashboard. The package contains it, and it loads nothing from other servers. */
export default defineConfig({
  root: `${root}/src/apps/dashboard/page`,
  // Relative paths, so that the page can be served anywhere.
  base: './',
  plugins: [react(), leaveOutWhatOfetchNeedsForOthers()],
  publicDir: false,
  // The build of rxjs for current browsers.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: `${root}/dist/dashboard`,
    emptyOutDir: true,
    // Browsers with `light-dark()`, container queries and `:has()`.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Its content security policy refuses scripts and styles in data URLs.
    assetsInlineLimit: 0,
    // Its files come from the same computer, so preloading code costs more than it saves.
    modulePreload: false,
    rolldownOptions: {
      // The code for the first render is one file, even if lazy parts use it too: one file is smaller than many.
      output: {
        codeSplitting: {
          groups: [{ debugName: 'page', name: (id, modules) => (isNeededAtOnce(id, modules) ? 'page' : null) }],
        },
      },
    },
  },
});

interface Modules {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** Whether the page cannot begin without a module: it is the entry, or something that cannot imports it. */
function isNeededAtOnce(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const { isEntry = false, importers = [] } = modules.getModuleInfo(id) ?? {};
  // The index of the core re-exports everything, and uses none of it.
  const others = importers.filter((importer) => !importer.endsWith('/src/index.ts'));
  return isEntry || others.some((importer) => isNeededAtOnce(importer, modules, seen));
}

/**
 * Addresses with a base, queries as objects, JSON parsed leniently: ofetch can do it, and the core never asks it to. No
 * bundler can know, and it is a hundredth of what the page may take. If the core ever asks, it fails in the first test.
 */
function leaveOutWhatOfetchNeedsForOthers(): Plugin {
  const left = new Set(['ufo', 'destr']);
  const code = `function no() { throw new Error('The page was built without this part of ofetch.'); }
    export { no as default, no as withBase, no as withQuery };`;
  return {
    name: 'leave-out-what-ofetch-needs-for-others',
    enforce: 'pre',
    resolveId: (id, importer) => (left.has(id) && importer?.includes('/ofetch/') ? `\0left-out` : undefined),
    load: (id) => (id === '\0left-out' ? code : undefined),
  };
}
