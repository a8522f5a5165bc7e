/** Decides which keys this fleet polls, and permits its requests. In a group, `sharing/` decides. */
export interface KeyOwner {
  /** Called before every poll, so it must be fast. */
  owns(key: string): boolean;
  /** How often this fleet polls a key, milliseconds; `Infinity` if it does not. @param ownMs how often it wants to */
  intervalMs(key: string, ownMs: number): number;
  /** Whether this fleet may get keys that another fleet has polled. */
  readonly takesOver: boolean;
  /** Ends the backoff of a key in the fleet that polls it, because a caller of this fleet waits. */
  retry(key: string): void;
  setActivity(activity: MemberActivity): void;
  readonly turns: TurnSource;
  /** Absent without the option `sharing`, as `askedPerMs`: the rate of polls that all keys of this fleet ask for. */
  readonly status?: SharingStatus;
  readonly askedPerMs?: number;
}

/** The owner for a fleet that polls all of its keys. Only the limiter permits its requests. */
export const pollsAll: KeyOwner = {
  owns: () => true,
  intervalMs: (_, ownMs) => ownMs,
  takesOver: false,
  retry() {},
  setActivity() {},
  turns: { left: Infinity, isAwaited: () => false, ask() {}, take: () => undefined, drop() {} },
};

/** Permits requests, and numbers them. Turns that the fleet does not use at once are dropped. */
export interface TurnSource {
  readonly left: number;
  isAwaited(isUrgent: boolean): boolean;
  /** Asks for turns, unless this fleet already waits for some. */
  ask(count: number, isUrgent: boolean): void;
  /** The number of the next request; `undefined` if the fleet numbers its requests itself. */
  take(): number | undefined;
  drop(): void;
}

/**
 * Whether a member of a group can poll at present.
 *
 * - `polling`: it can own keys.
 * - `blocked`: the service refuses its credentials or does not answer it. Another member owns the keys that it wants.
 * - `paused`: it wants no key, for example because its page is hidden.
 */
export type MemberActivity = 'polling' | 'blocked' | 'paused';

/**
 * How a fleet shares its polling: `polling.status.value.sharing`.
 *
 * - `joining`: the fleet looks for the other members. It shows what it knows, and polls nothing yet.
 * - `sharing`: each id is polled by one member, and the answers go to all.
 * - `lost`: the fleet lost the connection to the other members, at most 30 s ago. It shows its last state.
 * - `alone`: the fleet polls by itself. It has not reached the others for more than 30 s, or the platform cannot share,
 *   or the other members have another service or account, for example since `setCredentials`.
 */
export interface SharingStatus {
  readonly state: 'joining' | 'sharing' | 'lost' | 'alone';
  /** The number of members, this fleet included; the last known number while the others cannot be reached. */
  readonly members: number;
  /** Why the other members cannot be reached, for display. */
  readonly message?: string | undefined;
}
