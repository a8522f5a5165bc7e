/** Not defined on every platform. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Freezes a JSON value and everything in it. Assumes that the contents of a frozen object are frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}

/**
 * Returns `deepFreeze` in development, where a write to a record throws. In production records are not frozen, to save time.
 * Bundlers replace the exact expression `process.env.NODE_ENV`. Where there is no `process`, it is production.
 */
export function createFreeze(): <T>(value: T) => T {
  try {
    if (process.env.NODE_ENV !== 'production') return deepFreeze;
  } catch {
    // There is no `process`.
  }
  return (value) => value;
}
