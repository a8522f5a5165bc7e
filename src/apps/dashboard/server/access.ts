import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { getCookie, redirect, setCookie, type H3Event } from 'h3';

/** Who may ask for more than the page itself. */
export interface Access {
  /** The address to open, for a server at this one. */
  addressOf(url: string): string;
  /** The answer to a page that is opened with a token: the token leaves the address. Nothing where there is none. */
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
 * Lets in who has the address that the command prints. Every program and every user of the machine reaches the port, and
 * what asks there asks with the account's key. The token is exchanged for a cookie that no script can read and no other
 * site can have sent; they are not the same, so that an address that is left somewhere holds nothing that was sent.
 */
export function createTokenAccess(): Access {
  const token = createSecret();
  const session = createSecret();
  return {
    addressOf: (url) => `${url}/?token=${token}`,
    exchange(event) {
      const given = event.url.searchParams.get('token');
      if (given === null) return undefined;
      if (isSame(given, token)) setCookie(event, cookieName(event), session, { ...COOKIE });
      return redirect('/', 303);
    },
    isAdmitted: (event) => isSame(getCookie(event, cookieName(event)) ?? '', session),
  };
}

const COOKIE = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

/** Cookies are of a host, whatever the port: two dashboards on one machine need two. */
function cookieName({ url }: H3Event): string {
  return `fleetglass-${url.port || 80}`;
}

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
