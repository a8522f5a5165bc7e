import type { Redis } from 'ioredis';
import { parseJson } from '../../core/wire/parse-json.js';
import type { GroupIdentity, GroupKeys } from './group-keys.js';

/** A scope stays with its group for this time after the last heartbeat of a member. */
const CLAIM_MS = 30_000;

const RENEW = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('EXISTS', KEYS[2]) == 0 then redis.call('DEL', KEYS[1]) end`;

/** Keeps the scope for one service, account and format, so that a scope that is used twice by mistake is noticed. */
export function createScopeClaim(client: Redis, keys: GroupKeys, scope: string, identity: GroupIdentity) {
  const own = JSON.stringify(identity);
  return {
    /** Claims or keeps the scope. @returns why the member is refused; `undefined` if the scope belongs to its group */
    async renew() {
      const holder = (await client.eval(RENEW, 1, keys.claim, own, CLAIM_MS)) as string | null;
      return holder === null ? undefined : describeRefusal(scope, identity, holder);
    },
    /** Lets another group have the scope at once, if no member of this group is left. */
    async release() {
      await client.eval(RELEASE, 2, keys.claim, keys.members, own);
    },
  };
}

/** @param text the identity of the holder. Another version, or another program, may have written it. */
function describeRefusal(scope: string, own: GroupIdentity, text: string): string {
  const holder = Object(parseJson(text)) as Partial<GroupIdentity>;
  const shared = `The scope "${scope}" belongs to members`;
  if (holder.format !== own.format)
    return `${shared} whose version of fleetglass uses another format: use one version, or another scope. ${CONSEQUENCE}`;
  if (holder.service !== own.service)
    return `${shared} with another base URL: give each service a scope of its own. ${CONSEQUENCE}`;
  return `${shared} of another account: give each account a scope of its own, and all members of an account their credentials in the same form. ${CONSEQUENCE}`;
}

const CONSEQUENCE = 'Nothing is exchanged with them.';
