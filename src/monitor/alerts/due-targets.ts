import { createDueQueue } from '../../core/polling/due-queue.js';
import type { TargetKind } from '../rules/rule.js';

/** The targets whose verdicts may change by time alone, ordered by that time. Each target is in it once at most. */
export interface DueTargets {
  /** Sets the time of a target, Unix milliseconds; `Infinity` removes the target. */
  set(kind: TargetKind, id: string, at: number): void;
  /** Removes a target that is due and returns it. */
  take(now: number): readonly [kind: TargetKind, id: string] | undefined;
  /** The earliest time, Unix milliseconds; `Infinity` without targets. */
  readonly nextAt: number;
  clear(): void;
}

const LANE = 0;

export function createDueTargets(): DueTargets {
  // The queue orders small integers.
  const handles: Readonly<Record<TargetKind, Map<string, number>>> = {
    database: new Map(),
    index: new Map(),
    fleet: new Map(),
  };
  const targets: (readonly [TargetKind, string] | undefined)[] = [];
  const free: number[] = [];
  let queue = createDueQueue(1);

  function remove(handle: number, kind: TargetKind, id: string): void {
    handles[kind].delete(id);
    targets[handle] = undefined;
    free.push(handle);
  }

  return {
    set(kind, id, at) {
      const known = handles[kind].get(id);
      if (at === Infinity) {
        if (known === undefined) return;
        queue.delete(known);
        return remove(known, kind, id);
      }
      const handle = known ?? free.pop() ?? targets.length;
      if (known === undefined) {
        handles[kind].set(id, handle);
        targets[handle] = [kind, id];
      }
      queue.set(handle, at, LANE);
    },
    take(now) {
      if (!queue.isDue(LANE, now)) return undefined;
      const handle = queue.take(LANE);
      const target = targets[handle];
      if (target !== undefined) remove(handle, ...target);
      return target;
    },
    get nextAt() {
      return queue.nextMs(LANE);
    },
    clear() {
      for (const map of Object.values(handles)) map.clear();
      targets.length = 0;
      free.length = 0;
      queue = createDueQueue(1);
    },
  };
}
