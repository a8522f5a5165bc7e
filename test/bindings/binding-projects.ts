import { fileURLToPath } from 'node:url';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { chromium } from '../browser/chromium.js';
import { timeouts } from '../vitest.node.config.js';
import { frameworkPackages, frameworkPlugins } from './framework-plugins.js';

const tests = ['test/bindings/*/*.test.ts'];
const serverTests = ['test/bindings/*/*.server.test.ts'];

/** zone.js replaces the globals of its process. */
const inPageOnly = ['test/bindings/angular/zone.test.ts'];

/** The tests of the React binding run a second time with React 18, in happy-dom and for servers. */
const react = ['test/bindings/react/*.test.ts'];
const react18 = (name: string): string => fileURLToPath(new URL(`react-18/node_modules/${name}`, import.meta.url));
const withReact18 = {
  alias: [
    // Aliases do not apply to the imports of its CommonJS build, which is the default.
    { find: /^@testing-library\/react$/, replacement: '@testing-library/react/dist/@testing-library/react.esm.js' },
    { find: /^react-dom(?=\/|$)/, replacement: react18('react-dom') },
    { find: /^react(?=\/|$)/, replacement: react18('react') },
  ],
};
const provide = { react: '18' } as const;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The version of React under test, if it is not the newest. */
    react?: '18';
  }
}

// The environment is named, because the plugins of frameworks choose another one. Files share a process, so that each
// framework is loaded once.
const usual = { ...timeouts, environment: 'node', isolate: false };

const dom = {
  ...usual,
  environment: 'happy-dom',
  exclude: [...serverTests, ...inPageOnly],
  // Node loads modules that are not inlined, and ignores the conditions and aliases.
  server: { deps: { inline: [/testing-library/, /svelte/, /solid-js/] } },
};

/** The tests of the bindings in happy-dom, in which users test their components. */
export function happyDomProject(root: string): TestProjectInlineConfiguration {
  return {
    root,
    plugins: frameworkPlugins(),
    // happy-dom is a page, although it runs in Node.
    resolve: { conditions: ['browser', 'development', 'module'] },
    test: { ...dom, name: 'dom', include: tests },
  };
}

/** The tests of the bindings in a page of Chromium, and for servers in Node. */
export function bindingProjects(root: string): TestProjectInlineConfiguration[] {
  return [
    { root, resolve: withReact18, test: { ...dom, name: 'dom-react-18', include: react, provide } },
    {
      root,
      plugins: frameworkPlugins({ isServer: true }),
      test: { ...usual, name: 'server', include: serverTests },
    },
    {
      root,
      resolve: withReact18,
      test: { ...usual, name: 'server-react-18', include: ['test/bindings/react/*.server.test.ts'], provide },
    },
    chromium(root, {
      name: 'page-bindings',
      include: tests,
      exclude: serverTests,
      plugins: frameworkPlugins(),
      packages: Object.values(frameworkPackages).flat(),
    }),
  ];
}
