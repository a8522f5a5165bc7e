const REGISTRY = Symbol.for('fleetglass.stores');

/**
 * Claims a place for one store of this program. A program can hold several copies of this package, which share one
 * registry.
 *
 * @param names all names of the place.
 * @param owner the object that the names belong to.
 * @returns a function that releases the place; `undefined` while another store has it
 */
export function claimPlace(names: readonly string[], owner: object = globalThis): (() => void) | undefined {
  const holder = globalThis as { [REGISTRY]?: WeakMap<object, Set<string>> };
  const owners = (holder[REGISTRY] ??= new WeakMap());
  const claimed = owners.get(owner) ?? new Set();
  owners.set(owner, claimed);
  if (names.some((name) => claimed.has(name))) return undefined;
  for (const name of names) claimed.add(name);
  return () => names.forEach((name) => claimed.delete(name));
}
