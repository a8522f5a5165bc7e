import { holdsToken } from './control-token.js';
import { refuse } from '../http/json-answer.js';

/** What tells who asks. */
export interface Caller {
  /** Address of the other end of the socket; absent where there is no socket. */
  readonly ip?: string | undefined;
  readonly headers: Headers;
}

/** The answer to a caller who must not use the control face; nothing for one who may. */
export function refuseControl({ ip, headers }: Caller, token: string): Response | undefined {
  if (ip !== undefined && !isLoopback(ip))
    return refuse({ status: 403, error: 'only this machine may control the service' });
  if (holdsToken(headers.get('authorization'), token)) return undefined;
  const challenge = { 'www-authenticate': 'Bearer realm="fleetglass control"' };
  return refuse({ status: 401, error: 'wrong or missing control token', headers: challenge });
}

/** IPv4 addresses of a socket for both come as `::ffff:127.0.0.1`. */
function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(ip);
}
