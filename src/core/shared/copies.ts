import { VERSION } from './version.js';

/** The key under which all copies of one version of this package share state. */
const KEY = /* @__PURE__ */ Symbol.for(`fleetglass@${VERSION}`);

/** Returns a getter of one value for all copies of this version: some CDNs and tools load a module several times. */
export function sharedByCopies<T>(name: string, create: () => T): () => T {
  return () => {
    const shared = ((globalThis as Record<symbol, unknown>)[KEY] ??= new Map()) as Map<string, T>;
    if (!shared.has(name)) shared.set(name, create());
    return shared.get(name) as T;
  };
}

export function sharedByOtherVersions(name: string): { readonly version: string; readonly value: unknown }[] {
  return Object.getOwnPropertySymbols(globalThis).flatMap((key) => {
    const [, version] = /^fleetglass@(.+)$/.exec(key.description ?? '') ?? [];
    const shared = version && key !== KEY && (globalThis as Record<symbol, unknown>)[key];
    return version && shared instanceof Map ? [{ version, value: shared.get(name) as unknown }] : [];
  });
}
