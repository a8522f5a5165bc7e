/**
 * What this member knows of the others' messages. Messages to all are numbered by their sender: a gap shows that a message
 * was lost, and then the member asks the sender for everything.
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
    /** Notes the number of a message to all. @param isPulse the number is that of the last message before the pulse */
    received(from: string, number: number, isPulse: boolean) {
      // A message can come before its sender is known. `setMembers` has to find that the sender is new.
      if (!lastNumbers.has(from)) return;
      const last = lastNumbers.get(from);
      if (last !== undefined && number !== (isPulse ? last : last + 1)) incomplete.add(from);
      lastNumbers.set(from, number);
    },
    /** The members of whose messages one was lost since the last call. */
    takeIncomplete() {
      const members = [...incomplete].filter((member) => lastNumbers.has(member));
      incomplete.clear();
      return members;
    },
  };
}
