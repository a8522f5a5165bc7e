/** File systems refuse names of more than 255 bytes. */
const LONGEST_SEGMENT = 120;

/**
 * The key of a value in a storage: lower-case letters, digits and `-` stay. `/` becomes `__`, and other characters become
 * `_` with four hexadecimal digits. Drivers turn keys into file names, which may ignore case, and into paths at `:`.
 * A long key is cut into segments: each but the last ends with `_`, so that no file has the name of a folder.
 */
export function toStorageKey(prefix: string, key: string): string {
  const safe = key === '' ? EMPTY : key.replaceAll(/[^a-z0-9-]/g, escape);
  const segments: string[] = [];
  for (let at = 0; at < safe.length; at += LONGEST_SEGMENT) segments.push(safe.slice(at, at + LONGEST_SEGMENT));
  return `${prefix}:${segments.join('_:')}`;
}

/** The key of a value, or `undefined` for a key that {@link toStorageKey} does not make. */
export function fromStorageKey(prefix: string, storageKey: string): string | undefined {
  const safe = storageKey.slice(prefix.length + 1).replaceAll('_:', '');
  const key = safe === EMPTY ? '' : safe.replaceAll(/_(?:_|[0-9a-f]{4})/g, unescape);
  return toStorageKey(prefix, key) === storageKey ? key : undefined;
}

/** A name that no other key has, since `_` is followed by `_` or digits. */
const EMPTY = '_';

const escape = (character: string): string =>
  character === '/' ? '__' : `_${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const unescape = (escaped: string): string =>
  escaped === '__' ? '/' : String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
