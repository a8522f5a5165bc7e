import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { getCookie, redirect, setCookie, type H3Event } from 'h3';

/** Who may ask for more than the page itself. */
export interface Access {
  /** The address to open next, for a server at this one. */
  addressOf(url: string): string;
  /**
   * The answer to a page that is opened with a token: the token leaves the address, and another token takes its place.
   * Nothing where there is none.
   */
  exchange(event: H3Event): unknown;
  isAdmitted(event: H3Event): boolean;
}

/** Lets everybody in who reaches the server: for what holds nothing that is anybody's. */
export const openAccess: Access = {
  addressOf: (url) => `${url}/`,
  exchange: () => undefined,
  isAdmitted: () => true,
};

/**
 * Admits browsers that open the address that the command prints. Every program and every user of the machine reaches
 * the port, and the dashboard asks the service with the account's key. The token is exchanged once, for a cookie that no
 * script can read and no other site can have sent: the address of an opened page, in a history or a list of processes,
 * admits no further browser.
 *
 * @param onExchanged runs when a token was exchanged. From then on `addressOf` has another token.
 */
export function createTokenAccess(onExchanged: () => void): Access {
  let token = createSecret();
  const session = createSecret();
  // Cookies belong to a host, whatever the port. A name of this run's own collides with no other dashboard, and no other
  // program on this host can overwrite the cookie.
  const cookie = `fleetglass-${randomBytes(12).toString('base64url')}`;
  return {
    addressOf: (url) => `${url}/?token=${token}`,
    exchange(event) {
      const given = event.url.searchParams.get('token');
      if (given === null) return undefined;
      if (isSame(given, token)) {
        token = createSecret();
        setCookie(event, cookie, session, { ...COOKIE });
        onExchanged();
      }
      return redirect('/', 303);
    },
    isAdmitted: (event) => isSame(getCookie(event, cookie) ?? '', session),
  };
}

const COOKIE = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes the same time wherever they differ: digests are of one length. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
