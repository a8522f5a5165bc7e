import type { ResourceKind } from '../../index.js';
import type { HistoryChange, ResourceVersions, Version } from './resource-versions.js';

/** A change of the history, and when the fleet showed it. */
export interface ReplayedChange extends HistoryChange {
  /**
   * - `beginning`: a change away from the usual state: `modifying_state` is set, `state` is no longer `active`, or the
   *   database or index is deleted (`status`).
   * - `end`: the reverse.
   * - `other`: any other change, such as a change of a limit.
   */
  readonly kind: 'beginning' | 'end' | 'other';
  /**
   * - `seen`: the fleet showed the new value.
   * - `missed`: the value changed again, or changed back, before the fleet read it.
   * - `open`: the history ended, or the id was forgotten, before the fleet read it.
   */
  readonly outcome: 'seen' | 'missed' | 'open';
  /** When the fleet showed the new value, Unix milliseconds. Only of a seen change. */
  readonly seenAt?: number;
  /** The end of the history, or when the id was forgotten, Unix milliseconds. Only of an open change. */
  readonly openUntil?: number;
  /** From the change until the fleet showed it, milliseconds. Only of a seen change. */
  readonly delayMs?: number;
}

/** Reads the versions for the service, and compares those that the fleet shows with all versions. */
export type ChangeLog = ReturnType<typeof createChangeLog>;

interface Follower {
  readonly versions: ResourceVersions['versions'];
  /** The numbers of the version that was read last, and of the one that the fleet shows; -1 before the first. */
  read: number;
  shown: number;
  /** The changes since the fleet has known the id. */
  readonly changes: ReplayedChange[];
}

export function createChangeLog(resources: readonly ResourceVersions[]) {
  const followers: Readonly<Record<ResourceKind, Map<string, Follower>>> = { database: new Map(), index: new Map() };
  for (const { resource, id, versions } of resources)
    followers[resource].set(id, { versions, read: -1, shown: -1, changes: [] });
  /** All changes, with the time until which the fleet knew their ids. */
  const knownUntil = new Map<ReplayedChange, number>();

  /** Reads the record of a resource at a time, which never goes back. A search would take longer: most answers are the same. */
  function recordAt(resource: ResourceKind, id: string, at: number): Version['record'] {
    const follower = followers[resource].get(id);
    if (follower === undefined) return undefined;
    while ((follower.versions[follower.read + 1]?.at ?? Infinity) <= at) follower.read += 1;
    return follower.versions[follower.read]?.record;
  }

  /** @param ended when the fleet shows the version, or until when it does not */
  function follow(follower: Follower, version: number, ended: Ending): void {
    const passed = follower.versions.slice(follower.shown + 1, version + 1).flatMap((each) => each.changes);
    follower.shown = version;
    for (const field of new Set(passed.map((change) => change.field))) {
      const ofField = passed.filter((change) => change.field === field);
      const [first, last] = [ofField[0], ofField.at(-1)] as [HistoryChange, HistoryChange];
      // The fleet shows the same value as before: it has seen none of the changes.
      const isBack = first.from === last.to;
      for (const change of ofField)
        follower.changes.push(endChange(change, change === last && !isBack ? ended : undefined));
    }
  }

  function end(follower: Follower, version: number, at: number): void {
    follow(follower, version, { openUntil: at });
    for (const change of follower.changes.splice(0)) knownUntil.set(change, at);
  }

  return {
    recordAt,
    /** The fleet shows the version of a resource that was read last. @param at now, Unix milliseconds */
    shown(resource: ResourceKind, id: string, at: number) {
      const follower = followers[resource].get(id) as Follower;
      if (follower.read > follower.shown) follow(follower, follower.read, { seenAt: at });
    },
    /** The fleet does not know the id of a database any more. @param version the index of the last version */
    forgotten(id: string, version: number, at: number) {
      end(followers.database.get(id) as Follower, version, at);
    },
    /** All changes, in the order of time. The unseen ones are open. @param to the end of the history */
    finish(to: number) {
      for (const follower of [...followers.database.values(), ...followers.index.values()])
        end(follower, follower.versions.length, to);
      return [...knownUntil.keys()].sort((a, b) => a.at - b.at);
    },
    /** To be called after `finish`. */
    knownUntil: (change: ReplayedChange) => knownUntil.get(change) as number,
  };
}

type Ending = { readonly seenAt: number } | { readonly openUntil: number };

function endChange(change: HistoryChange, ending: Ending | undefined): ReplayedChange {
  const kind = kindOf(change);
  if (ending === undefined) return { ...change, kind, outcome: 'missed' };
  if ('openUntil' in ending) return { ...change, kind, outcome: 'open', ...ending };
  return { ...change, kind, outcome: 'seen', ...ending, delayMs: ending.seenAt - change.at };
}

function kindOf({ field, from, to }: HistoryChange): ReplayedChange['kind'] {
  const usual = field === 'state' ? 'active' : field === 'status' ? 'fresh' : undefined;
  if (usual === undefined && field !== 'modifying_state') return 'other';
  if (from === usual) return 'beginning';
  return to === usual ? 'end' : 'other';
}
