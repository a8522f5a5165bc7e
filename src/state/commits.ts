import { createGuard, type Guard } from './guard.js';
import type { Topic } from './topic.js';

/**
 * What makes a change atomic across all stores of a fleet. A commit goes through two phases: first all state changes,
 * then those who listen are told. So whoever is told reads a state that is whole.
 */
export interface Commits {
  /**
   * Applies a change and tells those who listen. Inside another change it becomes part of it. Inside a notification
   * it waits for the end of that one, so that all subscribers see every commit in the same order.
   */
  commit(change: () => void): void;
  /** Says, inside a change, that a topic changed: its listeners wake once, after all state is in place. */
  touch(topic: Topic): void;
  /** Has a task run after the views of the running commit were told; at once if there is none. */
  afterwards(task: () => void): void;
  /** What runs the users' code. */
  readonly guard: Guard;
  readonly isDisposed: boolean;
  /** From now on no change is applied. What waits is dropped. */
  dispose(): void;
}

export interface CommitsOptions {
  /** Takes what subscribers throw. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export function createCommits({ onError = console.error }: CommitsOptions = {}): Commits {
  const guard = createGuard(onError);
  const changes: (() => void)[] = [];
  const touched: Topic[] = [];
  const tasks: (() => void)[] = [];
  let phase: 'idle' | 'changing' | 'telling' = 'idle';
  let isDisposed = false;

  function tell(): void {
    phase = 'telling';
    // Views that derive from others are touched while these are told: the list grows as it is walked.
    for (let at = 0; at < touched.length; at++) {
      const topic = touched[at] as Topic;
      topic.isTouched = false;
      topic.wake();
    }
    touched.length = 0;
    // A task may have another one wait behind it.
    for (let at = 0; at < tasks.length; at++) guard.run(tasks[at] as () => void);
    tasks.length = 0;
  }

  function run(): void {
    for (let change = changes.shift(); change !== undefined; change = changes.shift()) {
      phase = 'changing';
      guard.run(change);
      tell();
    }
    phase = 'idle';
  }

  return {
    commit(change) {
      if (isDisposed) return;
      if (phase === 'changing') return change();
      changes.push(change);
      if (phase === 'idle') run();
    },
    touch(topic) {
      if (topic.isTouched || !topic.isWatched) return;
      topic.isTouched = true;
      touched.push(topic);
    },
    afterwards(task) {
      if (phase === 'idle') guard.run(task);
      else tasks.push(task);
    },
    guard,
    get isDisposed() {
      return isDisposed;
    },
    dispose() {
      isDisposed = true;
      changes.length = 0;
      tasks.length = 0;
    },
  };
}
