import type { Plugin } from 'esbuild';

/** Modules that the terminal library would load, and what they are replaced with. */
const REPLACED = [
  // Its developer tools, which would ask for a package that nobody has.
  { path: /^\.\/devtools\.js$/, importer: /[/\\]ink[/\\]build[/\\]/, contents: '' },
  // It draws nothing where CI is set. The board is drawn on terminals only, and there somebody looks.
  { path: /^is-in-ci$/, importer: /[/\\]ink[/\\]build[/\\]/, contents: 'export default false;' },
];

/** Lets Ink be bundled, as the command needs it. */
export const inkPlugin: Plugin = {
  name: 'ink',
  setup({ onResolve, onLoad }) {
    REPLACED.forEach(({ path, importer, contents }, at) => {
      const namespace = `ink-${at}`;
      onResolve({ filter: path }, (found) =>
        importer.test(found.importer) ? { path: found.path, namespace } : undefined,
      );
      onLoad({ filter: /^/, namespace }, () => ({ contents }));
    });
  },
};

/** React has a second copy of itself for development in it; this says which one is meant. */
export const inkDefines = { 'process.env.NODE_ENV': '"production"' };
