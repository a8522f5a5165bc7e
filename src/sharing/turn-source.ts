import type { TurnSource } from '../core/polling/key-owner.js';

/**
 * Waits for turns of the rate that all members share.
 *
 * @returns the numbers of 1 to `count` turns. A later turn has a greater number, whichever member gets it.
 * @throws when the fleet is disposed
 */
export type Acquire = (count: number, isUrgent: boolean) => Promise<readonly number[]>;

/** @param onGranted called when turns have come */
export function createTurnSource(acquire: Acquire, onGranted: () => void): TurnSource {
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
