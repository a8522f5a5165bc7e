const REGISTRY = Symbol.for('fleetglass.stores');

/** Copies of this package in a program share one registry. @returns `undefined` while another store has the place */
export function claimPlace(names: readonly string[], owner: object = globalThis): (() => void) | undefined {
  const holder = globalThis as { [REGISTRY]?: WeakMap<object, Set<string>> };
  const owners = (holder[REGISTRY] ??= new WeakMap());
  const claimed = owners.get(owner) ?? new Set();
  owners.set(owner, claimed);
  if (names.some((name) => claimed.has(name))) return undefined;
  for (const name of names) claimed.add(name);
  return () => names.forEach((name) => claimed.delete(name));
}
