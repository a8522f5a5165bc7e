/** The deadline of a command. A Redis that answers later counts as lost. */
export const DEADLINE_MS = 1000;

const CLUSTER = 'Redis runs as a cluster, which is not supported: use a Redis without cluster mode.';

/** The failures that Redis names by the first word of its reply. */
const REPLIES: ReadonlyMap<string, string> = new Map([
  ['WRONGPASS', 'Redis refuses the user name or the password: check `connection`.'],
  ['NOAUTH', 'Redis asks for a password: add it to `connection`.'],
  ['NOPERM', 'The user of Redis lacks the permission for a command or a key: docs/scale.md lists them.'],
  ['OOM', 'Redis has no memory left: raise its `maxmemory`, or remove other data.'],
  ['READONLY', 'Redis is a replica, which cannot be written to: wait for the failover, or check `connection`.'],
  ['MISCONF', 'Redis cannot save its data and refuses to write: check the log of Redis.'],
  ['LOADING', 'Redis loads its data: wait until it has ended.'],
  ['MOVED', CLUSTER],
  ['CROSSSLOT', CLUSTER],
  ['MASTERDOWN', 'The replica of Redis has lost its master: wait for the failover.'],
  ['NOREPLICAS', 'Redis has too few replicas and refuses to write: check its `min-replicas-to-write`.'],
]);

/** Tells why Redis cannot be used. The texts of errors are left out, because they may contain a password or a key. */
export function describeRedisFailure(error: unknown): string {
  const { name, code, message = '' } = error as Partial<Error> & { readonly code?: unknown };
  const [word = ''] = message.split(' ', 1);
  const reply = REPLIES.get(word);
  if (reply !== undefined) return reply;
  if (name === 'ReplyError' && /^[A-Z]+$/.test(word))
    return `Redis refuses a command (${word}): check its version and its settings.`;
  if (isDeadline(error)) return `Redis does not answer within ${DEADLINE_MS / 1000} s.`;
  if (message.includes('sentinels are unreachable')) return 'No sentinel of Redis knows a master: check `connection`.';
  if (typeof code !== 'string' || !/^\w+$/.test(code)) return 'The connection to Redis is lost.';
  const isTls = /CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code);
  return isTls
    ? `The TLS connection to Redis failed (${code}): check \`tls\` in \`connection\`.`
    : `Redis cannot be reached (${code}): check that it runs at the address in \`connection\`.`;
}

export function isDeadline(error: unknown): boolean {
  return (error as Error).message === 'Command timed out';
}
