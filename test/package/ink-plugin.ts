import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Modules of Ink, and their replacements in the bundle. */
const REPLACED: Readonly<Record<string, string>> = {
  // With DEV=true in the environment, Ink loads its package.json and its developer tools, which are not in the bundle.
  './utils.js': 'export const isDev = () => false;',
  './devtools.js': '',
};

/** Makes Ink and its React bundle correctly. */
export const inkPlugin: Plugin = {
  name: 'ink',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/(?:utils|devtools)\.js$/ }, ({ path, importer }) =>
      /[/\\]ink[/\\]build[/\\][^/\\]+$/.test(importer) ? { path, namespace: 'ink-replaced' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'ink-replaced' }, ({ path }) => ({ contents: REPLACED[path] ?? '' }));
    // React contains a second copy for development. This selects the copy, and leaves the checks of the core alone.
    onLoad(
      { filter: /[/\\]node_modules[/\\](?:react|react-reconciler|scheduler)[/\\][\w-]+\.js$/ },
      async ({ path }) => ({
        contents: (await readFile(path, 'utf8')).replaceAll('process.env.NODE_ENV', '"production"'),
      }),
    );
  },
};
