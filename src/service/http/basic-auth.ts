import { createHash, timingSafeEqual } from 'node:crypto';
import type { Credentials } from '../../core/api/credentials.js';

/** Makes a check of `Authorization` headers against one user name and password (api.md, Authentication; RFC 7617). */
export function createBasicAuth({ username, password }: Credentials): (header: string | null) => boolean {
  const expected = digest(Buffer.from(`${username}:${password}`, 'utf8'));
  return (header) => {
    const encoded = /^basic +([a-z\d+/=_-]*)$/i.exec(header ?? '')?.[1] ?? '';
    // Digests are of one length whatever was sent: neither the time nor an error tells how near it was.
    return timingSafeEqual(digest(Buffer.from(encoded, 'base64')), expected);
  };
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
