import { VERSION } from './version.js';

/** The key under which all copies of one version of this package share state. */
const KEY = /* @__PURE__ */ Symbol.for(`fleetglass@${VERSION}`);

/**
 * Makes a function that returns one value for all copies of this version of the package. Tools that bundle each subpath
 * apart, such as Observable Framework and CDNs, load several copies of a module into one program.
 */
export function sharedByCopies<T>(name: string, create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= find(name, create));
}

function find<T>(name: string, create: () => T): T {
  const shared = ((globalThis as Record<symbol, unknown>)[KEY] ??= new Map()) as Map<string, T>;
  const value = shared.get(name) ?? create();
  shared.set(name, value);
  return value;
}

/** Returns the values that the copies of other versions in this program share under a name, with their versions. */
export function sharedByOtherVersions(name: string): { readonly version: string; readonly value: unknown }[] {
  return Object.getOwnPropertySymbols(globalThis).flatMap((key) => {
    const version = key === KEY ? undefined : /^fleetglass@(.+)$/.exec(key.description ?? '')?.[1];
    const shared = version === undefined ? undefined : (globalThis as Record<symbol, unknown>)[key];
    return version !== undefined && shared instanceof Map ? [{ version, value: shared.get(name) as unknown }] : [];
  });
}
