/** Gives what is remembered of an object, or makes it. It is forgotten with the object. */
export function remembered<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
