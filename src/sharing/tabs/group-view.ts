import type { GroupNames } from './group-names.js';

/** The state of a group, by the list of locks of the browser. */
export interface GroupView {
  /** The ids of the members that live, without this member. */
  readonly others: ReadonlySet<string>;
  readonly willingOthers: ReadonlySet<string>;
  /** Whether the list has this member. */
  readonly hasMe: boolean;
  /** Whether the page of this member holds the holder's lock. */
  readonly isHolder: boolean;
}

export const emptyView: GroupView = {
  others: new Set(),
  willingOthers: new Set(),
  hasMe: false,
  isHolder: false,
};

/** Reads the result of `navigator.locks.query()`. */
export function readGroupView({ held = [] }: LockManagerSnapshot, names: GroupNames, id: string): GroupView {
  const ids = new Set<string>();
  const willing = new Set<string>();
  for (const { name = '' } of held) {
    const member = names.memberIn(name);
    if (member !== undefined) ids.add(member);
    const willingMember = names.willingIn(name);
    if (willingMember !== undefined) willing.add(willingMember);
  }
  const clientOf = (lockName: string): string | undefined => held.find(({ name }) => name === lockName)?.clientId;
  const hasMe = ids.delete(id);
  const isHolder = hasMe && clientOf(names.holder) === clientOf(names.member(id));
  // The lock of a member that is just leaving can be gone before its lock of a willing member.
  return { others: ids, willingOthers: new Set([...willing].filter((member) => ids.has(member))), hasMe, isHolder };
}
