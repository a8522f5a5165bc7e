import type { Clock } from '../shared/clock.js';
import type { Planner } from './planner.js';
import { sharedKeyOf, type PollSharing } from './poll-sharing.js';
import type { PollKind, PollTarget, PollTargets } from './poll-targets.js';

/** The scheduler of a member, as its group sees it. */
export interface SharedPolling {
  /** To be called when other members want keys at another pace. */
  wantedChanged(keys: Iterable<string>): void;
  /** To be called when this member may own other keys, and when `PollSharing.status` changed. */
  ownershipChanged(): void;
}

/** The same, as the scheduler itself sees it. */
export interface SharedPollingParts extends SharedPolling {
  /** Makes the keys of a source known. */
  register(kind: PollKind): void;
  /**
   * Whether a poll is skipped, because another member has taken over the key. A member that was stopped for a while
   * notices it only here.
   */
  skip(target: PollTarget): boolean;
}

export interface SharedPollingOptions {
  readonly clock: Clock;
  readonly targets: PollTargets;
  readonly planner: Pick<Planner, 'plan' | 'planOwned'>;
  /** Absent in a fleet that polls all of its keys. */
  readonly sharing: PollSharing | undefined;
  /** Called when polls may be due. */
  readonly onChanged: () => void;
}

export function createSharedPolling(options: SharedPollingOptions): SharedPollingParts {
  const { clock, targets, planner, sharing, onChanged } = options;
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
    register(kind) {
      if (kind.source.resource === 'database') databases = kind;
      else lists = kind;
    },
    skip(target) {
      if (sharing === undefined || sharing.owns(sharedKeyOf(target))) return false;
      planner.plan(target, clock.monotonic());
      return true;
    },
    wantedChanged(keys) {
      const nowMs = clock.monotonic();
      for (const key of keys) {
        const isWanted = sharing !== undefined && sharing.wantedMs(key) < Infinity;
        const target = find(key, isWanted);
        if (target === undefined) continue;
        if (target.isShared === isWanted) planner.plan(target, nowMs);
        else targets.share(target, isWanted);
      }
      onChanged();
    },
    ownershipChanged() {
      planner.planOwned(clock.monotonic());
      onChanged();
    },
  };
}
