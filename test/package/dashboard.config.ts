import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the page of the dashboard. The package contains it, and it loads nothing from other servers. */
export default defineConfig({
  root: `${root}/src/apps/dashboard/page`,
  // Relative paths, so that the page can be served anywhere.
  base: './',
  plugins: [react(), removeUnusedOfetchParts()],
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

/** Whether the first view of the page needs a module: the module is the entry, or a needed module imports it. */
function isNeededAtOnce(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const { isEntry = false, importers = [] } = modules.getModuleInfo(id) ?? {};
  // The index of the core re-exports everything, and uses none of it.
  const others = importers.filter((importer) => !importer.endsWith('/src/index.ts'));
  return isEntry || others.some((importer) => isNeededAtOnce(importer, modules, seen));
}

/**
 * Removes two packages that ofetch needs for options that the core never sets: base URLs, queries as objects, lenient
 * JSON. A bundler cannot know that, and they are a hundredth of the page's size limit. If the core used one of these
 * options, every test of the page would fail.
 */
function removeUnusedOfetchParts(): Plugin {
  const left = new Set(['ufo', 'destr']);
  const code = `function no() { throw new Error('The page was built without this part of ofetch.'); }
    export { no as default, no as withBase, no as withQuery };`;
  return {
    name: 'remove-unused-ofetch-parts',
    enforce: 'pre',
    resolveId: (id, importer) => (left.has(id) && importer?.includes('/ofetch/') ? `\0left-out` : undefined),
    load: (id) => (id === '\0left-out' ? code : undefined),
  };
}
