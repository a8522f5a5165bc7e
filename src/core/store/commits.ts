import { createGuard, type Guard } from './guard.js';
import type { Listener, Topic } from './topic.js';

/**
 * Makes changes atomic across all stores of a fleet. A commit has two phases: first it changes all state, then it
 * notifies the listeners. A listener therefore never reads a state that is half changed.
 */
export interface Commits {
  /**
   * Applies a change and notifies the listeners. A change made inside another change becomes part of that commit. A
   * change made inside a notification is queued behind it, so that all subscribers see every commit in the same order.
   */
  commit(change: () => void): void;
  /** Marks a topic as changed. To be called inside a change; the topic notifies its listeners once per commit. */
  invalidate(topic: Topic): void;
  /**
   * Runs a task after all views of the running commit have notified their subscribers, and before its events. To be
   * called inside a notification.
   */
  afterViews(task: () => void): void;
  /** Runs a task after all views of the running commit have notified their subscribers; at once without a commit. */
  afterCommit(task: () => void): void;
  /** Notifies one new listener at once, also inside a commit. Changes that the listener makes are queued. */
  emitCurrent(listener: Listener): void;
  /** To be called for each subscription to an event stream; `emitCurrent` calls it for views. */
  readonly onSubscribe: () => void;
  /** Runs the users' code. */
  readonly guard: Guard;
  readonly isDisposed: boolean;
  /** Drops all queued changes and tasks, and ignores every later change. */
  dispose(): void;
}

export interface CommitsOptions {
  /** Called with each error that a subscriber throws. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called for each subscription to a view or an event stream. */
  readonly onSubscribe?: (() => void) | undefined;
}

export function createCommits({ onError = reportToConsole, onSubscribe = () => {} }: CommitsOptions = {}): Commits {
  const guard = createGuard(onError);
  const invalidated: Topic[] = [];
  const changes: (() => void)[] = [];
  const viewTasks: (() => void)[] = [];
  const tasks: (() => void)[] = [];
  let phase: 'idle' | 'changing' | 'notifying' = 'idle';
  let isDisposed = false;

  // Each list may grow while the loop runs: a notification invalidates derived views, a task may queue another task,
  // and subscribers make changes.
  function notify(): void {
    phase = 'notifying';
    for (const topic of invalidated) {
      topic.isInvalidated = false;
      topic.notify();
    }
    for (const task of viewTasks) guard.run(task);
    for (const task of tasks) guard.run(task);
    // Setting `length` frees the memory of a list even when the list is empty, so empty lists are skipped.
    if (invalidated.length > 0) invalidated.length = 0;
    if (viewTasks.length > 0) viewTasks.length = 0;
    if (tasks.length > 0) tasks.length = 0;
  }

  function apply(change: () => void): void {
    phase = 'changing';
    guard.run(change);
    notify();
  }

  /** Applies the changes that were queued during a notification. */
  function applyQueued(): void {
    for (const change of changes) apply(change);
    if (changes.length > 0) changes.length = 0;
    phase = 'idle';
  }

  return {
    commit(change) {
      if (isDisposed) return;
      if (phase === 'changing') return change();
      if (phase === 'notifying') return void changes.push(change);
      apply(change);
      applyQueued();
    },
    invalidate(topic) {
      if (topic.isInvalidated || !topic.isWatched) return;
      topic.isInvalidated = true;
      invalidated.push(topic);
    },
    afterViews: (task) => void viewTasks.push(task),
    afterCommit(task) {
      tasks.push(task);
      if (phase !== 'idle') return;
      notify();
      applyQueued();
    },
    emitCurrent(listener) {
      onSubscribe();
      if (phase !== 'idle') return listener.notify();
      phase = 'notifying';
      listener.notify();
      notify();
      applyQueued();
    },
    onSubscribe,
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

/** Reads `console.error` at each call, since test libraries replace it. */
function reportToConsole(error: unknown): void {
  console.error(error);
}
