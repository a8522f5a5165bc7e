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

export function readGroupView({ held = [] }: LockManagerSnapshot, names: GroupNames, id: string): GroupView {
  /** By the name of each lock, the page that holds it. */
  const clients = new Map(held.map(({ name = '', clientId }) => [name, clientId]));
  const others = new Set([...clients.keys()].map(names.memberIn).filter((member) => member !== undefined));
  const hasMe = others.delete(id);
  const isHolder = hasMe && clients.get(names.holder) === clients.get(names.member(id));
  // The lock of a member that is just leaving can be gone before its lock of a willing member.
  const willingOthers = new Set([...others].filter((member) => clients.has(names.willing(member))));
  return { others, willingOthers, hasMe, isHolder };
}
