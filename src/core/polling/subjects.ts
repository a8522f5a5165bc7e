import type { Cancellation } from '../api/cancellation.js';
import type { Turn } from './turn.js';

/** How many ask for it, and in which way. */
export interface Interest {
  tracked: number;
  observed: number;
  waiting: number;
}

/** One key that somebody is interested in, or was until just now. */
export interface Subject extends Interest, Turn {
  readonly key: string;
  /** It was counted in. */
  isKnown: boolean;
  /** Gives up the poll that is under way. */
  poll: Cancellation | undefined;
}

/** Who is interested in what. */
export interface Subjects extends Iterable<Subject> {
  get(key: string): Subject | undefined;
  at(handle: number): Subject | undefined;
  /** Counts somebody in or out. */
  change(key: string, interest: keyof Interest, by: 1 | -1): void;
  /** Forgets one. */
  release(subject: Subject): void;
  clear(): void;
}

export function isWanted({ tracked, observed, waiting }: Interest): boolean {
  return tracked + observed + waiting > 0;
}

/**
 * @param onSettled called with the subjects whose interest changed, in a microtask: those who come, go and come again
 *   in one turn, as components do, were there all the time.
 */
export function createSubjects(onSettled: (changed: ReadonlySet<Subject>) => void): Subjects {
  const byKey = new Map<string, Subject>();
  const byHandle: (Subject | undefined)[] = [];
  const freeHandles: number[] = [];
  let changed = new Set<Subject>();

  function admit(key: string): Subject {
    const subject = createSubject(key, freeHandles.pop() ?? byHandle.length);
    byKey.set(key, subject);
    byHandle[subject.handle] = subject;
    return subject;
  }

  function settle(): void {
    const settling = changed;
    changed = new Set();
    onSettled(settling);
  }

  return {
    get: (key) => byKey.get(key),
    at: (handle) => byHandle[handle],
    change(key, interest, by) {
      const subject = byKey.get(key) ?? admit(key);
      subject[interest] = Math.max(0, subject[interest] + by);
      if (changed.size === 0) queueMicrotask(settle);
      changed.add(subject);
    },
    release(subject) {
      const { key, handle } = subject;
      // Its interest is still to settle, and then it is released; or it has gone before.
      if (changed.has(subject) || byKey.get(key) !== subject) return;
      byKey.delete(key);
      byHandle[handle] = undefined;
      freeHandles.push(handle);
    },
    clear() {
      byKey.clear();
      byHandle.length = 0;
      changed.clear();
    },
    [Symbol.iterator]: () => byKey.values(),
  };
}

function createSubject(key: string, handle: number): Subject {
  return {
    key,
    handle,
    tracked: 0,
    observed: 0,
    waiting: 0,
    isKnown: false,
    lastMs: undefined,
    failures: 0,
    notBeforeMs: undefined,
    poll: undefined,
  };
}
