import type { Plugin } from 'esbuild';

/** Lets Ink be bundled: without its developer tools, which would ask for a package that nobody has. */
export const inkPlugin: Plugin = {
  name: 'ink',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/devtools\.js$/ }, ({ path, importer }) =>
      /[/\\]ink[/\\]build[/\\]/.test(importer) ? { path, namespace: 'ink-nothing' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'ink-nothing' }, () => ({ contents: '' }));
  },
};

/** React has a second copy of itself for development in it; this says which one is meant. */
export const inkDefines = { 'process.env.NODE_ENV': '"production"' };
