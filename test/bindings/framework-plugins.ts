/*
 * How a framework is added to the contract suite of the bindings (test/contract/bindings):
 *
 * 1. test/bindings/<name>/<name>-binding.ts exports a BindingUnderTest, which mounts parts by the framework's own test
 *    renderer. Its components are beside it.
 * 2. test/bindings/<name>/<name>.test.ts calls `describeBinding` with it, and may test what is the framework's own. It
 *    runs twice, in happy-dom (project `dom`) and in a page of Chromium (project `page-bindings`): nothing of node:*.
 * 3. test/bindings/<name>/<name>.server.test.ts calls `describeServerRendering`, where the framework renders on
 *    servers. It runs in Node without a page (project `server`), where packages resolve to their builds for servers.
 * 4. What compiles its files is a plugin below. What its tests import of packages is in `frameworkPackages`: found
 *    only while the tests run in Chromium, it would reload the page in the middle of one.
 *
 * Run the tests of one framework: npx vitest run --config test/vitest.config.ts test/bindings/<name>
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import type { PluginOption } from 'vite';
import solid from 'vite-plugin-solid';

/** New ones for each project: plugins keep state. */
export function frameworkPlugins({ isServer = false } = {}): PluginOption[] {
  return [
    vue(),
    svelte({ configFile: false }),
    // It would take all .tsx for its own; and unless told that it is on a server, tests are given what is for browsers.
    solid({ include: /\/test\/bindings\/solid\/.*\.[jt]sx$/, hot: false, ssr: isServer }),
  ];
}

/** By framework, since not each is installed for each project: React 18 has its own. */
export const frameworkPackages: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react-dom', 'react-dom/client', 'react-dom/server', '@testing-library/react'],
  vue: ['vue', 'vue/server-renderer', '@vue/test-utils'],
  svelte: ['@testing-library/svelte'],
  solid: ['solid-js', 'solid-js/web', '@solidjs/testing-library'],
  lit: ['lit', 'lit/static-html.js', '@lit/context'],
  preact: ['preact', 'preact/hooks', 'preact/test-utils', '@testing-library/preact', '@preact/signals'],
  angular: [
    '@angular/common',
    '@angular/compiler',
    '@angular/core',
    '@angular/core/testing',
    '@angular/platform-browser',
    '@angular/platform-browser/testing',
  ],
};
