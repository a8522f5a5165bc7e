import { createHash } from 'node:crypto';

/** Members of another version of fleetglass join the same group only if they use the same format. */
const FORMAT = 1;

/** The names of all keys of a group in Redis. */
export interface GroupKeys {
  /** All keys begin with it. */
  readonly base: string;
  /** The members that live, with the times until which they do. */
  readonly members: string;
  /** The members that poll. */
  readonly willing: string;
  /** The messages for all members. */
  readonly messages: string;
  /** The messages for one member. */
  messagesTo(member: string): string;
  readonly rate: string;
  readonly number: string;
}

/** The service is hashed, because its URL may name a customer. Groups with another number of shards cannot share them. */
export function groupKeys(prefix: string, service: string, shards: number): GroupKeys {
  const group = createHash('sha256').update(`${shards} ${service}`).digest('hex').slice(0, 16);
  const base = `${prefix}:${FORMAT}:${group}`;
  return {
    base,
    members: `${base}:members`,
    willing: `${base}:willing`,
    messages: `${base}:messages`,
    messagesTo: (member) => `${base}:messages:${member}`,
    rate: `${base}:rate`,
    number: `${base}:number`,
  };
}
