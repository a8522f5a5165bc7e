/** The runtimes in which the tests of the public API run. */
export type Runtime = 'node' | 'deno' | 'chromium';

export function detectRuntime(): Runtime {
  if ('Deno' in globalThis) return 'deno';
  return 'document' in globalThis ? 'chromium' : 'node';
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The runtime in which the tests must run. */
    runtime: Runtime;
    /** The address of a local service. In a page, it is a path of the page's origin. */
    serviceUrl: string;
  }
}
