import type { PollTarget } from './poll-targets.js';

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
  /**
   * Waits for turns of the rate that all members share. Each turn allows one request, which starts at once.
   *
   * @param isUrgent a caller waits for the request
   * @returns the numbers of 1 to `count` turns. A later turn has a greater number, whichever member gets it.
   * @throws when the fleet is disposed
   */
  acquire(count: number, isUrgent: boolean): Promise<readonly number[]>;
  /** Tells whether this member polls at present. Another member owns the keys of a paused one. */
  setWilling(isWilling: boolean): void;
  readonly status: SharingStatus;
}

/**
 * How a fleet shares its polling: `polling.status.value.sharing`.
 *
 * - `joining`: the fleet looks for the other members. It shows what it knows, and polls nothing yet.
 * - `sharing`: each id is polled by one member, and the answers go to all.
 * - `lost`: the fleet lost the connection to the other members, at most 30 s ago. It shows its last state.
 * - `alone`: the fleet polls by itself, because it cannot reach the others for longer, or because the platform cannot share.
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

/** @param onGranted called when turns have come */
export function createTurns({ acquire }: Pick<PollSharing, 'acquire'>, onGranted: () => void): Turns {
  const awaited = { urgent: false, normal: false };
  let granted: number[] = [];
  // Turns that callers wait for serve polls too.
  const isAwaited = (isUrgent: boolean): boolean => awaited.urgent || (awaited.normal && !isUrgent);

  return {
    get left() {
      return granted.length;
    },
    isAwaited,
    ask(count, isUrgent) {
      if (isAwaited(isUrgent)) return;
      const kind = isUrgent ? 'urgent' : 'normal';
      awaited[kind] = true;
      acquire(count, isUrgent).then(
        (numbers) => {
          awaited[kind] = false;
          granted.push(...numbers);
          onGranted();
        },
        () => {
          // The fleet is disposed: nothing waits for turns.
        },
      );
    },
    take: () => granted.shift(),
    drop: () => void (granted = []),
  };
}
