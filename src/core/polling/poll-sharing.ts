import type { Clock } from '../shared/clock.js';
import type { PollKind, PollTarget, PollTargets } from './poll-targets.js';

/**
 * Several fleets poll each key once for all. A fleet that shares is a member of a group. The scheduler of a member polls
 * only the keys that the member owns.
 */
export interface PollSharing {
  /** Whether this member polls the key. Called before every poll, so it must be fast. */
  owns(key: string): boolean;
  /** Announces how often this fleet wants a key to be polled, milliseconds; `Infinity`: not any more. */
  want(key: string, everyMs: number): void;
  /** How often the other members want the key to be polled, milliseconds; `Infinity` if none wants it. */
  wantedMs(key: string): number;
  /** Ends the backoff of a key at the member that polls it: a caller of this fleet waits for an answer. */
  retry(key: string): void;
  /** Tells what this member can do at present. */
  setActivity(activity: MemberActivity): void;
  readonly status: SharingStatus;
  /** Called once by the scheduler, when it is made. */
  attach(scheduler: SharedScheduler): SharedPolling;
}

/**
 * What a member can do at present.
 *
 * - `polling`: it can own keys.
 * - `blocked`: the service refuses its credentials or does not answer it. Another member owns the keys that it wants.
 * - `paused`: it wants no key, for example because its page is hidden.
 */
export type MemberActivity = 'polling' | 'blocked' | 'paused';

/** The parts of a scheduler that its group moves. */
export interface SharedScheduler {
  /** Schedules the next poll of a target. A target with a request is planned when the request ends. */
  plan(target: PollTarget, nowMs: number): void;
  /** Schedules the targets that this member owns now, and no longer those that it does not own. */
  planOwned(nowMs: number): void;
  readonly clock: Clock;
  readonly targets: PollTargets;
  /** To be called when requests may start, and when `PollSharing.status` changed. */
  readonly onChanged: () => void;
}

/** The group, as the scheduler sees it. */
export interface SharedPolling {
  readonly turns: Turns;
  /** Makes the keys of a source known. */
  register(kind: PollKind): void;
  /**
   * Whether a poll is skipped, because another member has taken over the key. A member that was stopped for a while
   * notices it only here.
   */
  skip(target: PollTarget): boolean;
}

/** The turns of the shared rate that this member holds. They are used at once: a turn is not kept for a later request. */
export interface Turns {
  readonly left: number;
  /** A request for turns is under way. */
  isAwaited(isUrgent: boolean): boolean;
  /** Asks for turns, unless an answer is awaited. */
  ask(count: number, isUrgent: boolean): void;
  take(): number | undefined;
  /** Drops turns that no request has used. */
  drop(): void;
}

/**
 * How a fleet shares its polling: `polling.status.value.sharing`.
 *
 * - `joining`: the fleet looks for the other members. It shows what it knows, and polls nothing yet.
 * - `sharing`: each id is polled by one member, and the answers go to all.
 * - `lost`: the fleet lost the connection to the other members, at most 30 s ago. It shows its last state.
 * - `alone`: the fleet polls by itself, because it cannot reach the others for longer, because the platform cannot
 *   share, or because the other members have another service or account.
 */
export interface SharingStatus {
  readonly state: 'joining' | 'sharing' | 'lost' | 'alone';
  /** The number of members with this fleet: the last known number while the others cannot be reached. */
  readonly members: number;
  /** Why the state is `lost` or `alone`, for display. */
  readonly message?: string | undefined;
}

/** The name of a poll target in the group. No id contains a slash. */
export function sharedKeyOf({ key, kind }: PollTarget): string {
  return kind.source.resource === 'database' ? key : `/${key}`;
}
