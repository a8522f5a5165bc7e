/** Where the tests of the public face run. */
export type Runtime = 'node' | 'deno' | 'chromium';

/** Where this code runs. */
export function detectRuntime(): Runtime {
  if ('Deno' in globalThis) return 'deno';
  return 'document' in globalThis ? 'chromium' : 'node';
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests are meant to run. */
    runtime: Runtime;
    /** Address of a local service; for a page a path of its own origin. */
    serviceUrl: string;
  }
}
