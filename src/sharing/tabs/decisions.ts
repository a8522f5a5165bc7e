import type { GroupView } from './group-view.js';

/** The time between two looks at the locks, and between two pings of a holder. Browsers delay it in hidden pages. */
export const TICK_MS = 1000;

/** A holder that leaves this many pings without an answer is replaced at the next tick. */
const UNANSWERED_PINGS = 2;

/**
 * A holder counts on its lock for this long after it last proved that it holds it. The earliest theft comes two ticks after
 * an unanswered ping, so a page that was stopped, and wakes, never counts on a lock that was stolen.
 */
export const PROOF_MS = UNANSWERED_PINGS * TICK_MS - 100;

export interface Wishes {
  readonly isWilling: boolean;
  readonly view: GroupView;
}

/** Whether a member waits for the lock of the holder. An unwilling member waits for it only if no other member is willing. */
export const wantsToHold = ({ isWilling, view }: Wishes): boolean => isWilling || view.willingOthers.size === 0;

/**
 * Whether a holder hands the lock to a willing member. The willing member must have answered since this member got the
 * lock: a page that was stopped holds its locks, but does nothing with them.
 */
export const handsOver = (wishes: Wishes, answered: ReadonlySet<string>): boolean =>
  !wantsToHold(wishes) && [...wishes.view.willingOthers].some((id) => answered.has(id));

/**
 * Decides at each tick how a member that does not hold the lock treats the holder.
 *
 * @param needsHolder whether the member is willing or waits for turns: other members leave the holder alone
 * @param pings how many pings the holder left without an answer
 */
export function watchHolder(needsHolder: boolean, pings: number) {
  if (!needsHolder) return 'rest';
  return pings >= UNANSWERED_PINGS ? 'steal' : 'ping';
}
