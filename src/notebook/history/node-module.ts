/** Reads a module of Node or Deno, without an import that a page could not resolve. @internal */
export const nodeModule: NodeJS.Process['getBuiltinModule'] | undefined = /* @__PURE__ */ (() =>
  (globalThis as { process?: NodeJS.Process }).process?.getBuiltinModule)();
