import { inspect } from 'node:util';

const refuse = (): never => {
  throw new TypeError('raw');
};

/** An object whose every use throws. */
export const hostile: object = new Proxy({}, new Proxy({}, { get: refuse }));

const revocable = Proxy.revocable({}, {});
revocable.revoke();

/** A proxy that even `Array.isArray` throws at. */
export const revoked: object = revocable.proxy;

/** An object with one member, which throws when it is read. */
export function throwing(name: string): object {
  return Object.defineProperty({}, name, { enumerable: true, get: refuse });
}

/** Values of every kind that are not an options object. */
export const notAnObject: readonly unknown[] = [null, 5, 'x', true, Symbol('x'), [], () => {}, hostile, revoked];

/** Values with their names, for test titles. */
export function named(values: readonly unknown[]): [string, () => unknown][] {
  // In a function, because a test runner inspects its arguments.
  return values.map((value) => [nameOf(value), () => value]);
}

function nameOf(value: unknown): string {
  if (value === hostile) return 'a proxy that throws';
  return value === revoked ? 'a revoked proxy' : inspect(value, { breakLength: Infinity }).slice(0, 60);
}
