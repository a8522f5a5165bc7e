import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { getCookie, redirect, setCookie, type H3Event } from 'h3';

export type Access = ReturnType<typeof createTokenAccess>;

/** Allows all requests, for a demonstration without private data. */
export const openAccess: Access = {
  addressOf: (url) => `${url}/`,
  exchange: () => undefined,
  isAdmitted: () => true,
};

/**
 * Allows browsers that open the address that the command prints. Every program and user of the machine can reach the
 * port, and the dashboard sends requests with the credentials of the account. A token is valid once. It is exchanged
 * for a cookie that scripts cannot read and other sites cannot send. So an address in a browser history or a process
 * list gives no access.
 *
 * @param onExchanged called after an exchange. From then on `addressOf` returns another token.
 */
export function createTokenAccess(onExchanged: () => void) {
  let token = createSecret();
  const session = createSecret();
  // Cookies belong to a host and not to a port. A random name avoids collisions with other dashboards, and no other
  // program on this host can overwrite the cookie.
  const cookie = `fleetglass-${randomBytes(12).toString('base64url')}`;
  return {
    addressOf: (url: string) => `${url}/?token=${token}`,
    /**
     * Exchanges the token in the address of a request for a cookie, and redirects to the address without a token. The
     * token then becomes invalid. Returns `undefined` for a request without a token.
     */
    exchange(event: H3Event): unknown {
      const given = event.url.searchParams.get('token');
      if (given === null) return undefined;
      if (isSame(given, token)) {
        token = createSecret();
        setCookie(event, cookie, session, { httpOnly: true, sameSite: 'strict', path: '/' });
        onExchanged();
      }
      return redirect('/', 303);
    },
    isAdmitted: (event: H3Event) => isSame(getCookie(event, cookie) ?? '', session),
  };
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares digests, which have equal lengths, in constant time. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
}
