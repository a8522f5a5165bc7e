import { isDevelopment } from '../shared/is-development.js';

/** Freezes a JSON value and everything in it. Assumes that the contents of a frozen object are frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}

/** Returns `deepFreeze` in development, where a write to a record throws. In production records are not frozen, to save time. */
export function createFreeze(): <T>(value: T) => T {
  return isDevelopment() ? deepFreeze : (value) => value;
}
