export function* takeFirst(keys: Set<string>, count: number): Iterable<string> {
  let left = count;
  for (const key of keys) {
    if (left-- === 0) return;
    keys.delete(key);
    yield key;
  }
}
