import type { Want } from './messages.js';

/** The keys that the members of a group want polled, and how often. */
export interface Wants {
  /** Notes the pace of this member; `Infinity`: it does not want the key any more. @returns whether it changed */
  setOwn(key: string, everyMs: number): boolean;
  /** The pace of this member; `Infinity` if it does not want the key. */
  ownMs(key: string): number;
  /** All keys that this member wants. */
  readonly own: Iterable<Want>;
  /** Notes what another member wants. @param isFirst forgets its earlier wants. @returns the keys that changed */
  setOthers(member: string, wants: readonly Want[], isFirst: boolean): ReadonlySet<string>;
  /** Forgets the wants of members that are gone. @returns the keys that changed */
  keepMembers(members: ReadonlySet<string>): ReadonlySet<string>;
  /** The fastest pace of the other members; `Infinity` if none wants the key. */
  othersMs(key: string): number;
}

export function createWants(): Wants {
  const own = new Map<string, number>();
  const others = new Map<string, Map<string, number>>();

  return {
    setOwn(key, everyMs) {
      if ((own.get(key) ?? Infinity) === everyMs) return false;
      if (everyMs === Infinity) own.delete(key);
      else own.set(key, everyMs);
      return true;
    },
    ownMs: (key) => own.get(key) ?? Infinity,
    own,
    setOthers(member, wants, isFirst) {
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
    keepMembers(members) {
      const changed = new Set<string>();
      for (const [member, wants] of others) {
        if (members.has(member)) continue;
        for (const key of wants.keys()) changed.add(key);
        others.delete(member);
      }
      return changed;
    },
    othersMs(key) {
      let fastestMs = Infinity;
      for (const wants of others.values()) fastestMs = Math.min(fastestMs, wants.get(key) ?? Infinity);
      return fastestMs;
    },
  };
}
