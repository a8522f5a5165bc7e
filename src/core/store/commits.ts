import { VERSION } from '../shared/version.js';
import { Guard } from './guard.js';
import type { Listener, Topic } from './topic.js';

/** Makes changes atomic across all stores of a fleet: a commit first changes all state, then it notifies the listeners. */
export class Commits {
  readonly guard: Guard;
  /** The version of the package. Another version may change state in another way. */
  readonly version: string = VERSION;
  /** To be called for each subscription to an event stream; `emitCurrent` does it for views. */
  readonly onSubscribe: () => void;
  /** Ended together with the fleet: all stores and event streams, and each source while it is watched. */
  readonly ends = new Set<{ end(): void }>();
  isDisposed = false;
  readonly #invalidated: Topic[] = [];
  readonly #changes: (() => void)[] = [];
  readonly #viewTasks: (() => void)[] = [];
  readonly #tasks: (() => void)[] = [];
  #phase: 'idle' | 'changing' | 'notifying' = 'idle';

  /**
   * @param onError called with each error that a subscriber throws. The default reads `console.error` at each call,
   *   since test libraries replace it.
   */
  constructor(onError: (error: unknown) => void = (error) => console.error(error), onSubscribe = (): void => {}) {
    this.guard = new Guard(onError);
    this.onSubscribe = onSubscribe;
  }

  /**
   * Applies a change and notifies the listeners. A change inside another change becomes part of that commit. A change inside
   * a notification is queued, so that all subscribers see every commit in the same order.
   */
  commit(change: () => void): void {
    if (this.isDisposed) return;
    if (this.#phase === 'changing') return change();
    if (this.#phase === 'notifying') return void this.#changes.push(change);
    this.#apply(change);
    this.#applyQueued();
  }

  /**
   * Applies a change at once, and notifies the listeners in a microtask, or with the next commit if that is earlier. During
   * the render of a component, a framework forbids updates of other components. Inside a commit it acts as `commit`.
   */
  commitInRender(change: () => void): void {
    if (this.#phase !== 'idle' || this.isDisposed) return this.commit(change);
    this.#phase = 'changing';
    this.guard.run(change);
    this.#phase = 'idle';
    queueMicrotask(() => this.afterCommit(() => {}));
  }

  /** Marks a topic as changed, inside a change: it notifies its listeners once per commit. */
  invalidate(topic: Topic): void {
    if (topic.isInvalidated || !topic.isWatched) return;
    topic.isInvalidated = true;
    this.#invalidated.push(topic);
  }

  /** Inside a notification: runs a task after all views of the commit, and before its events. */
  afterViews(task: () => void): void {
    this.#viewTasks.push(task);
  }

  /** Runs a task after all views of the running commit; at once without a commit. */
  afterCommit(task: () => void): void {
    this.#tasks.push(task);
    if (this.#phase !== 'idle') return;
    this.#notify();
    this.#applyQueued();
  }

  /** Notifies one new listener at once, even inside a commit. */
  emitCurrent(listener: Listener): void {
    this.onSubscribe();
    if (this.#phase !== 'idle') return listener.notify();
    this.#phase = 'notifying';
    listener.notify();
    this.#notify();
    this.#applyQueued();
  }

  dispose(): void {
    this.isDisposed = true;
    // The tasks of the views stay: stores and signals show the last commit.
    for (const list of [this.#changes, this.#tasks]) list.length = 0;
  }

  /** Completes all views and streams. To be called after `dispose`. */
  end(): void {
    for (const each of this.ends) each.end();
  }

  #apply(change: () => void): void {
    this.#phase = 'changing';
    this.guard.run(change);
    this.#notify();
  }

  #applyQueued(): void {
    for (const change of this.#changes) this.#apply(change);
    clear(this.#changes);
    this.#phase = 'idle';
  }

  // Each list may grow while the loop runs: a notification invalidates derived views, a task may queue another task,
  // and subscribers make changes.
  #notify(): void {
    this.#phase = 'notifying';
    for (const topic of this.#invalidated) {
      topic.isInvalidated = false;
      topic.notify();
    }
    for (const task of this.#viewTasks) this.guard.run(task);
    for (const task of this.#tasks) this.guard.run(task);
    clear(this.#invalidated);
    clear(this.#viewTasks);
    clear(this.#tasks);
  }
}

/** Setting `length` frees the memory of a list even when the list is empty, so empty lists are skipped. */
function clear(list: unknown[]): void {
  if (list.length > 0) list.length = 0;
}
