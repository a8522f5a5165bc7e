import type { SharingGroup } from '../engine.js';

/**
 * The format of the locks and messages. Pages whose versions of this library differ in it are in different groups.
 * Raise it with every change that an older version would misunderstand.
 */
const FORMAT = 1;

export type GroupNames = Readonly<ReturnType<typeof groupNames>>;

export type GroupFacts = Pick<SharingGroup, 'service' | 'account'> & { readonly scope: string };

/** Names that no other scope, service or account has: no JSON array is the start of another JSON array. */
export function groupNames({ scope, service, account }: GroupFacts, format = FORMAT) {
  const prefix = `fleetglass:sharing:${format}:${JSON.stringify([scope, service, account])}:`;
  return {
    channel: `${prefix}channel`,
    /** The lock of the member that owns the keys and gives the turns. */
    holder: `${prefix}holder`,
    /** The lock that a member holds while it lives. */
    member: (id: string) => `${prefix}member:${id}`,
    /** The lock that a member holds while it is willing. */
    willing: (id: string) => `${prefix}willing:${id}`,
    memberIn(lockName: string) {
      const start = `${prefix}member:`;
      return lockName.startsWith(start) ? lockName.slice(start.length) : undefined;
    },
  };
}
