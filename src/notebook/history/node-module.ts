interface Modules {
  'node:fs/promises': typeof import('node:fs/promises');
  'node:path': typeof import('node:path');
  'node:stream/promises': typeof import('node:stream/promises');
}

/** A module of Node and Deno, without an import that a page could not resolve. */
export function nodeModule<N extends keyof Modules>(name: N): Modules[N] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: N) => Modules[N] } };
  return process?.getBuiltinModule?.(name);
}
