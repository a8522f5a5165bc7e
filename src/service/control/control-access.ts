import { holdsToken } from './control-token.js';
import { refuse } from '../http/json-answer.js';

/** The facts about a caller that decide about access. */
export interface Caller {
  /** The remote address of the socket. Absent for a call of `fetch`. */
  readonly ip?: string | undefined;
  readonly headers: Headers;
}

/** Returns the answer to a caller without access to the control API, or `undefined` for a caller with access. */
export function refuseControl({ ip, headers }: Caller, token: string): Response | undefined {
  if (ip !== undefined && !isLoopback(ip))
    return refuse({ status: 403, error: 'only this machine may control the service' });
  if (holdsToken(headers.get('authorization'), token)) return undefined;
  const challenge = { 'www-authenticate': 'Bearer realm="fleetglass control"' };
  return refuse({ status: 401, error: 'wrong or missing control token', headers: challenge });
}

/** A dual-stack socket reports IPv4 addresses as `::ffff:127.0.0.1`. */
function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(ip);
}
