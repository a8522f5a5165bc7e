import type { RateLimit } from '../core/polling/token-bucket.js';
import type { Clock } from '../core/shared/clock.js';

/**
 * Connects the fleets of several tabs or processes. An engine knows keys, messages and turns. It knows no records and sends
 * no requests to the service. It guarantees:
 *
 * 1. At most one member owns a key, except for the moment in which a member does not know yet that it was replaced.
 *    While a member is joined, some joined member owns each key.
 * 2. When the owner of a key dies or freezes, another member owns the key within about one second.
 * 3. Messages of one member arrive in their order. A message can be lost while a member is not joined.
 * 4. All members together get at most `rate.burst` turns at once, plus `rate.perSecond` for each second.
 * 5. A turn that is given later has a greater number than every turn before it, whichever member gets it. Without a greater
 *    `after`, no number is greater than the microseconds since 1970.
 */
export interface SharingEngine {
  /**
   * Joins the group of all fleets with the same engine options, the same `group.service` and the same `group.account`. Never
   * throws, and calls no function of the listener before it returns.
   */
  join(group: SharingGroup, listener: EngineListener): Membership;
}

/** The facts that the fleet tells its engine. */
export interface SharingGroup {
  /** The base URL of the service. Fleets with different base URLs never exchange anything. */
  readonly service: string;
  /**
   * The user name of the account. Fleets with different user names never exchange anything. `undefined` if nothing names the
   * account; then the options of the engine alone keep accounts apart.
   */
  readonly account: string | undefined;
  /** The rate that all members together keep. */
  readonly rate: RateLimit;
  readonly clock: Clock;
}

/** The functions of a member that its engine calls. None of them throws. The engine calls none before `join` returns. */
export interface EngineListener {
  /**
   * A message of another member. Its content is not checked: another program could have written it.
   * @param ageMs how long ago the message was sent, if the engine knows it. @default 0
   */
  receive(message: unknown, from: string, ageMs?: number): void;
  /**
   * Called when `status`, `members` or the answer of `owns` may have changed, even if `owns` was `false` only for a
   * moment. Calls may be frequent.
   */
  changed(): void;
}

/**
 * The state of the connection to the group.
 *
 * - `joining`: the engine does not know the other members yet.
 * - `joined`: the member can own keys, send messages and get turns.
 * - `lost`: the engine does not answer. The member owns no key. The engine tries to join again by itself.
 * - `refused`: members of another service, account or format use the same options. The member exchanges nothing with them. The
 *   engine tries to join again by itself. Some engines let both groups exist side by side instead.
 * - `unsupported`: this platform cannot share. The state does not change any more.
 */
export type EngineState = 'joining' | 'joined' | 'lost' | 'refused' | 'unsupported';

export interface EngineStatus {
  readonly state: EngineState;
  /** A sentence that says why the state is `lost`, `refused` or `unsupported`, and how to change it. It contains no secret. */
  readonly message?: string | undefined;
}

/** One fleet in its group. */
export interface Membership {
  /** Differs from the ids of all other members, even of members that have left. */
  readonly id: string;
  readonly status: EngineStatus;
  /** The ids of the other members that live. */
  readonly members: ReadonlySet<string>;
  /**
   * Whether this member polls the key. It is called before every poll, so it must be fast. It is `false` as soon as the
   * member could have been replaced: for example, it did not renew its lock in time by the monotonic clock.
   */
  owns(key: string): boolean;
  /**
   * Sends a message to all other members, or to one. The message is plain JSON. Does nothing while the member is not
   * joined.
   */
  send(message: unknown, to?: string): void;
  /**
   * Waits for turns of the shared rate. Each turn allows one request, which starts at once.
   * @returns the numbers of 1 to `count` turns, ascending; all are greater than `after`
   * @throws Error while the member is not joined, when the connection is lost during the wait, and after `leave`
   */
  acquire(request: TurnRequest): Promise<readonly number[]>;
  /**
   * Tells whether this member polls at present: a hidden page and a paused fleet do not. The members that poll own the
   * keys. If no member polls, any member owns them. A new member is willing.
   */
  setWilling(isWilling: boolean): void;
  /** Leaves the group: another member takes over at once. Resolves when nothing is left: no timer, no lock, no socket. */
  leave(): Promise<void>;
}

export interface TurnRequest {
  readonly count: number;
  /** Whether a caller waits for the first request. Its turn comes before the turns of scheduled polls. */
  readonly isUrgent: boolean;
  /** The greatest number that this member knows, numbers in messages of others included. */
  readonly after: number;
}
