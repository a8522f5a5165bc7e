/** The JSON of whatever was given; `null` for what has none. */
export function serialize(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    // A circle, a BigInt, or a getter that throws.
    return 'null';
  }
}
