import type { TurnSource } from '../core/polling/key-owner.js';

/**
 * @param acquire waits for turns, like `Membership.acquire`, and rejects when the fleet is disposed
 * @param onGranted called when turns have come
 */
export function createTurnSource(
  acquire: (count: number, isUrgent: boolean) => Promise<readonly number[]>,
  onGranted: () => void,
): TurnSource {
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
