/**
 * The numbers of the messages of other members. Each member numbers the messages that it sends to all members. A gap
 * shows that a message was lost: then this member asks the sender for everything.
 */
export type Peers = ReturnType<typeof createPeers>;

export function createPeers() {
  const lastNumbers = new Map<string, number | undefined>();
  const incomplete = new Set<string>();

  return {
    /** @returns the members that were not there before */
    setMembers(members: ReadonlySet<string>) {
      for (const member of lastNumbers.keys()) if (!members.has(member)) lastNumbers.delete(member);
      const joining = [...members].filter((member) => !lastNumbers.has(member));
      for (const member of joining) lastNumbers.set(member, undefined);
      return joining;
    },
    /** Looks for a gap before a message. @param isPulse a pulse has the number of the message before it */
    received(from: string, number: number, isPulse: boolean) {
      // A message can come before its sender is known. `setMembers` has to find that the sender is new.
      if (!lastNumbers.has(from)) return;
      const last = lastNumbers.get(from);
      if (last !== undefined && number !== (isPulse ? last : last + 1)) incomplete.add(from);
      lastNumbers.set(from, number);
    },
    /** Returns the members of which a message was lost since the last call. */
    takeIncomplete() {
      const members = [...incomplete].filter((member) => lastNumbers.has(member));
      incomplete.clear();
      return members;
    },
  };
}
