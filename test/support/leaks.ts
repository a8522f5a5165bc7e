import { inspect } from 'node:util';

/** A piece of a secret of this length is a leak, since the few other characters can be guessed. */
const PIECE = 10;

/**
 * Creates a search for `secrets`. The search returns the pieces of secrets that a log, a debugger or a person could see
 * in a value: in its text, its stack, its JSON, its causes and all of its properties, including hidden properties and
 * properties of its prototypes.
 */
export function createLeakSearch(secrets: readonly string[]): (value: unknown) => string[] {
  const pieces = [...new Set(secrets.flatMap((secret) => piecesOf(secret.toLowerCase())))];
  return (value) => {
    const seen = everythingOf(value).toLowerCase();
    return pieces.filter((piece) => seen.includes(piece));
  };
}

function piecesOf(secret: string): string[] {
  const count = Math.max(1, secret.length - PIECE + 1);
  return Array.from({ length: count }, (_, at) => secret.slice(at, at + PIECE));
}

function everythingOf(value: unknown): string {
  const parts = [String(value), JSON.stringify(value) ?? ''];
  parts.push(inspect(value, { showHidden: true, depth: Infinity, getters: true, maxStringLength: Infinity }));
  for (let object = value; object instanceof Object; object = Object.getPrototypeOf(object)) {
    if (object === Object.prototype) break;
    for (const key of Reflect.ownKeys(object)) {
      parts.push(String(key), inspect(propertyOf(value, object, key), { showHidden: true, depth: Infinity }));
    }
  }
  if (value instanceof Error && value.cause !== undefined) parts.push(everythingOf(value.cause));
  return parts.join('\n');
}

function propertyOf(value: unknown, owner: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(owner, key, value);
  } catch {
    // `caller` and `arguments` of a function.
    return undefined;
  }
}
