import type { Credentials } from '../../core/api/credentials.js';
import { equalSecrets } from '../equal-secrets.js';

/** Creates a check of `Authorization` headers against a user name and a password (api.md, Authentication; RFC 7617). */
export function createBasicAuth({ username, password }: Credentials): (header: string | null) => boolean {
  const expected = new TextEncoder().encode(`${username}:${password}`);
  return (header) => {
    const [, encoded = ''] = /^basic +([a-z\d+/_-]*)=*$/i.exec(header ?? '') ?? [];
    return equalSecrets(decodeBase64(encoded), expected);
  };
}

/** Accepts both alphabets of base64. Returns no bytes for a length that base64 cannot have. */
function decodeBase64(encoded: string): Uint8Array {
  if (encoded.length % 4 === 1) return new Uint8Array();
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
