import { printable } from './printable.js';

/** The members of a database that clients need. The service may send any JSON there. */
export interface ConnectionFields {
  readonly endpoint?: unknown;
  readonly port?: unknown;
  readonly tls?: unknown;
}

/** A line to copy, without a password. */
export interface ConnectionLine {
  readonly name: string;
  readonly text: string;
}

export function databaseLines({ endpoint, port, tls }: ConnectionFields): readonly ConnectionLine[] {
  // Only the characters of host names, so that a line holds no other command.
  if (typeof endpoint !== 'string' || !/^\w[\w.:-]*$/.test(endpoint) || !Number.isInteger(port)) return [];
  // If the record lacks the field, a client must not send the password in plain text.
  const isEncrypted = tls !== false;
  const flags = isEncrypted ? ' --tls' : '';
  return [
    { name: 'redis-cli', text: `redis-cli${flags} -h ${endpoint} -p ${String(port)} --askpass` },
    { name: 'URL', text: `${isEncrypted ? 'rediss' : 'redis'}://default:<password>@${endpoint}:${String(port)}` },
  ];
}

export function indexLines(endpoint: unknown): readonly ConnectionLine[] {
  // Only the characters of host names and paths, so that a line holds no other command.
  if (typeof endpoint !== 'string' || !/^(?:https?:\/\/)?[\w[][\w.:[\]/-]*$/.test(endpoint)) return [];
  const url = (/^https?:/.test(endpoint) ? endpoint : `https://${endpoint}`).replace(/\/$/, '');
  return [
    { name: 'curl', text: `curl ${url}/info -H "Authorization: Bearer $TOKEN"` },
    { name: 'URL', text: url },
  ];
}

/** An id for a command that users copy into a shell: it must hold no other command. */
export function shellId(id: string): string {
  return /^\w[\w.-]*$/.test(id) ? id : '<id>';
}

/** Whether an endpoint is a short name, which only the service can resolve: `beloved-stallion-58500`. */
export function isShortHostName(endpoint: unknown): boolean {
  return typeof endpoint === 'string' && /^[\w-]+$/.test(endpoint) && endpoint !== 'localhost';
}

export function describeTls(tls: unknown): string {
  if (tls === undefined) return 'not sent';
  return typeof tls === 'boolean' ? (tls ? 'On' : 'Off') : printable(JSON.stringify(tls));
}
