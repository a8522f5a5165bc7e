import type { Want } from './messages.js';

/** The keys that the members of a group want polled, and how often. */
export type Wants = ReturnType<typeof createWants>;

export function createWants() {
  const own = new Map<string, number>();
  const others = new Map<string, Map<string, number>>();

  return {
    /** Sets the pace of this member; `Infinity`: it does not want the key any more. @returns whether the pace changed */
    setOwn(key: string, everyMs: number) {
      if ((own.get(key) ?? Infinity) === everyMs) return false;
      if (everyMs === Infinity) own.delete(key);
      else own.set(key, everyMs);
      return true;
    },
    own,
    /** Adds the wants of another member. @param isFirst forgets its earlier wants @returns the keys that changed */
    setOthers(member: string, wants: readonly Want[], isFirst: boolean) {
      const before = others.get(member);
      const after = isFirst || before === undefined ? new Map<string, number>() : before;
      const changed = new Set(isFirst ? before?.keys() : []);
      for (const [key, everyMs] of wants) {
        changed.add(key);
        if (everyMs === null) after.delete(key);
        else after.set(key, everyMs);
      }
      others.set(member, after);
      return changed;
    },
    /** Forgets the wants of members that are gone. @returns the keys that changed */
    keepMembers(members: ReadonlySet<string>) {
      const changed = new Set<string>();
      for (const [member, wants] of others) {
        if (members.has(member)) continue;
        for (const key of wants.keys()) changed.add(key);
        others.delete(member);
      }
      return changed;
    },
    /** The fastest pace of the other members; `Infinity` if none wants the key. */
    othersMs(key: string) {
      let fastestMs = Infinity;
      for (const wants of others.values()) fastestMs = Math.min(fastestMs, wants.get(key) ?? Infinity);
      return fastestMs;
    },
  };
}
