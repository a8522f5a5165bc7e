import {
  sharedKeyOf,
  type PollSharing,
  type SharedPolling,
  type SharedScheduler,
} from '../core/polling/poll-sharing.js';
import type { PollKind, PollTarget } from '../core/polling/poll-targets.js';
import { resetBackoff } from '../core/polling/poll-timing.js';
import { createTurns, type Acquire } from './turns.js';

/** The scheduler of a member, and what the group tells it. */
export interface GroupPolling extends SharedPolling {
  /** To be called when other members want keys at another pace. */
  wantedChanged(keys: Iterable<string>): void;
  /** Ends the backoff of a key, because a caller of another member waits for an answer. */
  retry(key: string): void;
  /** To be called when this member may own other keys, and when the status of the sharing changed. */
  ownershipChanged(): void;
}

export function createSharedPolling(
  { clock, targets, plan, planOwned, onChanged }: SharedScheduler,
  { owns, wantedMs }: Pick<PollSharing, 'owns' | 'wantedMs'>,
  acquire: Acquire,
): GroupPolling {
  let databases: PollKind | undefined;
  let lists: PollKind | undefined;

  /** The poll target of a key; a new one if other members want it. */
  function find(key: string, isWanted: boolean): PollTarget | undefined {
    const isList = key.startsWith('/');
    const kind = isList ? lists : databases;
    const ownKey = isList ? key.slice(1) : key;
    return isWanted && kind !== undefined ? targets.get(kind, ownKey) : kind?.targets.get(ownKey);
  }

  return {
    turns: createTurns(acquire, onChanged),
    register(kind) {
      if (kind.source.resource === 'database') databases = kind;
      else lists = kind;
    },
    skip(target) {
      if (owns(sharedKeyOf(target))) return false;
      plan(target, clock.monotonic());
      return true;
    },
    wantedChanged(keys) {
      const nowMs = clock.monotonic();
      for (const key of keys) {
        const isWanted = wantedMs(key) < Infinity;
        const target = find(key, isWanted);
        if (target === undefined) continue;
        if (target.isShared === isWanted) plan(target, nowMs);
        else targets.share(target, isWanted);
      }
      onChanged();
    },
    retry(key) {
      const target = find(key, false);
      if (target === undefined) return;
      resetBackoff(target);
      plan(target, clock.monotonic());
      onChanged();
    },
    ownershipChanged() {
      planOwned(clock.monotonic());
      onChanged();
    },
  };
}
