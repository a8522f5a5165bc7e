export interface ShardFacts {
  readonly shards: number;
  readonly held: number;
  /** How many shards no member holds. */
  readonly waiting: number;
  readonly isWilling: boolean;
  /** How many members live, and how many of them are willing; both with this member. */
  readonly members: number;
  readonly willing: number;
}

/** Decides how many shards a member takes or gives back, so that all willing members hold equally many. */
export function planShards({ shards, held, waiting, isWilling, members, willing }: ShardFacts) {
  // The shares add up to all shards or more, so every shard is taken in the end.
  const share = willing === 0 ? Math.ceil(shards / members) : isWilling ? Math.ceil(shards / willing) : 0;
  return { take: Math.max(0, Math.min(share - held, waiting)), give: Math.max(0, held - share) };
}

/** The shard of a key: FNV-1a of its UTF-16 code units, the same on every platform. */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % shards;
}
