import type { Plugin } from 'esbuild';

/** Modules of Ink, and what they are in the bundle. */
const REPLACED: Readonly<Record<string, string>> = {
  // Where the environment says DEV=true it looks for its package.json and for its developer tools: there are none.
  './utils.js': 'export const isDev = () => false;',
  './devtools.js': '',
};

/** Lets Ink be bundled. */
export const inkPlugin: Plugin = {
  name: 'ink',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/(?:utils|devtools)\.js$/ }, ({ path, importer }) =>
      /[/\\]ink[/\\]build[/\\][^/\\]+$/.test(importer) ? { path, namespace: 'ink-replaced' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'ink-replaced' }, ({ path }) => ({ contents: REPLACED[path] ?? '' }));
  },
};

/** React has a second copy of itself for development in it; this says which one is meant. */
export const inkDefines = { 'process.env.NODE_ENV': '"production"' };
