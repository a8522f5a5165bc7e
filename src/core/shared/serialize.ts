/** Serializes a value as JSON. A value without JSON gives `null`. */
export function serialize(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    // The value contains a cycle, a BigInt or a getter that throws.
    return 'null';
  }
}
