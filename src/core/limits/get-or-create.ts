export function getOrCreate<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
