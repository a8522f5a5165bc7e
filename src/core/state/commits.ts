import { createGuard, type Guard } from './guard.js';
import type { Listener, Topic } from './topic.js';

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
  /**
   * Has a task run after all views of the running commit have told their subscribers, and before its events. To be
   * called by a subscriber that is told.
   */
  afterViews(task: () => void): void;
  /** Has a task run after the views of the running commit were told; at once if there is none. */
  afterwards(task: () => void): void;
  /** Wakes one listener now, whatever runs. What it changes waits for its end, as in any notification. */
  greet(listener: Listener): void;
  /** Says that somebody looks: at a view, or at what happens. */
  readonly onInterest: () => void;
  /** What runs the users' code. */
  readonly guard: Guard;
  readonly isDisposed: boolean;
  /** From now on no change is applied. What waits is dropped. */
  dispose(): void;
}

export interface CommitsOptions {
  /** Takes what subscribers throw. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called whenever somebody subscribes. */
  readonly onInterest?: (() => void) | undefined;
}

export function createCommits({ onError = reportToConsole, onInterest = () => {} }: CommitsOptions = {}): Commits {
  const guard = createGuard(onError);
  const touched: Topic[] = [];
  const changes: (() => void)[] = [];
  const viewTasks: (() => void)[] = [];
  const tasks: (() => void)[] = [];
  let phase: 'idle' | 'changing' | 'telling' = 'idle';
  let isDisposed = false;

  // Each of the lists may grow as it is walked: views that derive from others are touched while these are told, a task
  // may have another one wait behind it, and subscribers make changes.
  function tell(): void {
    phase = 'telling';
    for (const topic of touched) {
      topic.isTouched = false;
      topic.wake();
    }
    for (const task of viewTasks) guard.run(task);
    for (const task of tasks) guard.run(task);
    // To empty a list is to give up its memory, also where it is empty.
    if (touched.length > 0) touched.length = 0;
    if (viewTasks.length > 0) viewTasks.length = 0;
    if (tasks.length > 0) tasks.length = 0;
  }

  function apply(change: () => void): void {
    phase = 'changing';
    guard.run(change);
    tell();
  }

  /** Applies what was changed meanwhile. */
  function settle(): void {
    for (const change of changes) apply(change);
    if (changes.length > 0) changes.length = 0;
    phase = 'idle';
  }

  return {
    commit(change) {
      if (isDisposed) return;
      if (phase === 'changing') return change();
      if (phase === 'telling') return void changes.push(change);
      apply(change);
      settle();
    },
    touch(topic) {
      if (topic.isTouched || !topic.isWatched) return;
      topic.isTouched = true;
      touched.push(topic);
    },
    afterViews: (task) => void viewTasks.push(task),
    afterwards(task) {
      tasks.push(task);
      if (phase !== 'idle') return;
      tell();
      settle();
    },
    greet(listener) {
      onInterest();
      if (phase !== 'idle') return listener.wake();
      phase = 'telling';
      listener.wake();
      tell();
      settle();
    },
    onInterest,
    guard,
    get isDisposed() {
      return isDisposed;
    },
    dispose() {
      isDisposed = true;
      changes.length = 0;
      viewTasks.length = 0;
      tasks.length = 0;
    },
  };
}

/** Looks for the console's method when it needs it: it may have been replaced meanwhile. */
function reportToConsole(error: unknown): void {
  console.error(error);
}
