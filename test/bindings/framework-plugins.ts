/*
 * To add a framework to the contract suite of the bindings (test/contract/bindings):
 *
 * 1. test/bindings/<name>/<name>-binding.ts exports a BindingUnderTest, which mounts parts with the framework's own
 *    test renderer. Its components are in the same folder.
 * 2. test/bindings/<name>/<name>.test.ts calls `describeBinding` with it, and may add tests for this framework only.
 *    It runs in a page of Chromium (project `page-bindings`), so it cannot import node:*, and in the long checks in
 *    happy-dom (project `dom`).
 * 3. test/bindings/<name>/<name>.server.test.ts calls `describeServerRendering` if the framework renders on servers.
 *    It runs in Node without a page (project `server`), where packages resolve to their builds for servers.
 * 4. Add the plugin that compiles its files below, and the packages that its tests import to `frameworkPackages`.
 *    Vite reloads the page when it finds a further package during a test.
 *
 * Run the tests of one framework: npx vitest run --config test/vitest.config.ts test/bindings/<name>
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import type { PluginOption } from 'vite';
import solid from 'vite-plugin-solid';

/** Creates the plugins of one project. Projects cannot share them, because plugins have state. */
export function frameworkPlugins({ isServer = false } = {}): PluginOption[] {
  return [
    vue(),
    svelte({ configFile: false }),
    // Without `include` it compiles every .tsx file. Without `ssr` it compiles for browsers, also on a server.
    solid({ include: /\/test\/bindings\/solid\/.*\.[jt]sx$/, hot: false, ssr: isServer }),
  ];
}

/** The packages by framework. Not every project installs each framework: React 18 has a folder of its own. */
export const frameworkPackages: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react-dom', 'react-dom/client', 'react-dom/server', '@testing-library/react'],
  vue: ['vue', 'vue/server-renderer', '@vue/test-utils'],
  svelte: ['@testing-library/svelte'],
  solid: ['solid-js', 'solid-js/store', 'solid-js/web', '@solidjs/testing-library'],
  lit: ['lit', 'lit/static-html.js', '@lit/context'],
  preact: [
    'preact',
    'preact/compat',
    'preact/hooks',
    'preact/test-utils',
    '@testing-library/preact',
    '@preact/signals',
  ],
  angular: [
    '@angular/common',
    '@angular/compiler',
    '@angular/core',
    '@angular/core/testing',
    '@angular/platform-browser',
    '@angular/platform-browser/testing',
  ],
};
