/** Removes the first keys of a set, at most `count`, and returns them. */
export function* takeFirst(keys: Set<string>, count: number): Iterable<string> {
  let left = count;
  for (const key of keys) {
    if (left-- === 0) return;
    keys.delete(key);
    yield key;
  }
}
