/** A body that is not the documented JSON, and its content type. */
interface Garbage {
  readonly contentType: string;
  readonly body: string | ArrayBuffer;
}

const JSON_TYPE = 'application/json';

const garbage = {
  // Proxies and captive portals answer like this.
  html: { contentType: 'text/html; charset=utf-8', body: '<!doctype html><title>Welcome</title><p>Please sign in.' },
  'half-json': { contentType: JSON_TYPE, body: '{"database_id":"half-of-a-record","database_name":"' },
  // Neither JSON nor UTF-8.
  bytes: { contentType: JSON_TYPE, body: Uint8Array.of(0x00, 0xff, 0xfe, 0x80, 0xc3, 0x28, 0x1f, 0x8b).buffer },
  'two-values': { contentType: JSON_TYPE, body: '{"database_id":"first"}{"database_id":"second"}' },
  empty: { contentType: JSON_TYPE, body: '' },
} satisfies Readonly<Record<string, Garbage>>;

/** The name of a kind of garbage. */
export type GarbageName = keyof typeof garbage;

/** All kinds, in the order in which they alternate. */
export const garbageNames = Object.keys(garbage) as [GarbageName, ...GarbageName[]];

/** Creates an answer of the named kind. Without a name, the kinds alternate with `nth`, which counts from 0. */
export function answerGarbage(name: GarbageName | undefined, nth: number): Response {
  const { contentType, body } = garbage[name ?? garbageNames[nth % garbageNames.length] ?? 'html'];
  return new Response(body, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}
