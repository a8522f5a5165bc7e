import { createHash } from 'node:crypto';
import type { SharingGroup } from '../engine.js';

/** The format of keys and messages. Raise it with every change that another version of fleetglass would misunderstand. */
const FORMAT = 2;

export type GroupKeys = Readonly<ReturnType<typeof groupKeys>>;

/** The facts that all members of a group have in common. None of them can be turned back into a URL or a user name. */
export interface GroupIdentity {
  readonly format: number;
  /** A hash of the base URL, which may name a customer. */
  readonly service: string;
  /** A hash of the service and the user name; never of a password, which could be guessed from it. */
  readonly account: string;
}

export function groupIdentity({ service, account }: Pick<SharingGroup, 'service' | 'account'>): GroupIdentity {
  return { format: FORMAT, service: hashOf([service]), account: hashOf([service, account]) };
}

/**
 * The names of all keys of a group in Redis. No other scope and no other identity has them, so groups exchange nothing even if
 * both believe that the scope is theirs. Groups with another number of shards cannot share them.
 */
export function groupKeys(scope: string, identity: GroupIdentity, shards: number) {
  const base = `fleetglass:${scope}:${hashOf([shards, identity])}`;
  return {
    base,
    /** The living members, each with the time at which it expires. */
    members: `${base}:members`,
    /** The members that poll. */
    willing: `${base}:willing`,
    messages: `${base}:messages`,
    messagesTo: (member: string) => `${base}:messages:${member}`,
    rate: `${base}:rate`,
    number: `${base}:number`,
    /** The group that uses the scope: one for each scope and number of shards. */
    claim: `fleetglass:${scope}:claim:${shards}`,
  };
}

function hashOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}
