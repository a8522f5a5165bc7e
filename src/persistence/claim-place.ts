const REGISTRY = Symbol.for('fleetglass.stores');

/**
 * Claims a place for one store of this program. A program can hold several copies of this package, which share one registry.
 *
 * @param owner the object that the name belongs to.
 * @returns a function that releases the place; `undefined` while another store has it
 */
export function claimPlace(name: string, owner: object = globalThis): (() => void) | undefined {
  const holder = globalThis as { [REGISTRY]?: WeakMap<object, Set<string>> };
  const owners = (holder[REGISTRY] ??= new WeakMap());
  const claimed = owners.get(owner) ?? new Set();
  owners.set(owner, claimed);
  if (claimed.has(name)) return undefined;
  claimed.add(name);
  return () => void claimed.delete(name);
}
