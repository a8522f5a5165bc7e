import { PollTarget, type Interest, type PollSource } from './poll-target.js';

/** The keys to poll: how many leases, views and waits want each key polled, and how often. */
export class InterestTable implements Iterable<PollTarget> {
  readonly #onChanged: (changed: ReadonlySet<PollTarget>) => void;
  readonly #byKey = new Map<string, PollTarget>();
  readonly #byHandle: (PollTarget | undefined)[] = [];
  readonly #freeHandles: number[] = [];
  /** The paces that interests ask for, fastest first. Most targets have none: a field for each would waste memory. */
  readonly #paces = new Map<PollTarget, number[]>();
  #changed = new Set<PollTarget>();

  /** @param onChanged called in a microtask: a component that unsubscribes and subscribes again keeps its interest */
  constructor(onChanged: (changed: ReadonlySet<PollTarget>) => void) {
    this.#onChanged = onChanged;
  }

  byHandle(handle: number): PollTarget {
    return this.#byHandle[handle] as PollTarget;
  }

  find(key: string): PollTarget | undefined {
    return this.#byKey.get(key);
  }

  get(source: PollSource, key: string): PollTarget {
    const existing = this.#byKey.get(key);
    if (existing !== undefined) return existing;
    const handle = this.#freeHandles.pop() ?? this.#byHandle.length;
    const target = new PollTarget(handle, source, key);
    this.#byKey.set(key, target);
    this.#byHandle[target.handle] = target;
    return target;
  }

  /** The first suitable target after a handle. After the last handle, the search continues at the first one. */
  next(afterHandle: number, isSuitable: (target: PollTarget) => boolean): PollTarget | undefined {
    const { length } = this.#byHandle;
    for (let step = 1; step <= length; step++) {
      const target = this.#byHandle[(afterHandle + step) % length];
      if (target !== undefined && isSuitable(target)) return target;
    }
    return undefined;
  }

  change(target: PollTarget, interest: keyof Interest, by: 1 | -1, everyMs?: number): void {
    if (everyMs !== undefined) this.#changePace(target, by, everyMs);
    target[interest] = Math.max(0, target[interest] + by);
    this.#addChanged(target);
  }

  share(target: PollTarget, isShared: boolean): void {
    target.isShared = isShared;
    this.#addChanged(target);
  }

  paceMs(target: PollTarget): number {
    return this.#paces.get(target)?.[0] ?? Infinity;
  }

  /** Removes a target, unless its interest changed in this task. */
  release(target: PollTarget): void {
    const { key, handle } = target;
    // A changed poll target is released at the end of the task. After `clear` it is no longer in the list.
    if (this.#changed.has(target) || this.#byHandle[handle] !== target) return;
    this.#byKey.delete(key);
    this.#byHandle[handle] = undefined;
    this.#freeHandles.push(handle);
  }

  clear(): void {
    this.#byHandle.length = 0;
    this.#changed.clear();
    this.#paces.clear();
  }

  *[Symbol.iterator](): Iterator<PollTarget> {
    for (const target of this.#byHandle) if (target !== undefined) yield target;
  }

  #changePace(target: PollTarget, by: 1 | -1, everyMs: number): void {
    const paces = this.#paces.get(target) ?? [];
    if (by === 1) paces.push(everyMs);
    else paces.splice(paces.indexOf(everyMs), 1);
    paces.sort((a, b) => a - b);
    if (paces.length > 0) this.#paces.set(target, paces);
    else this.#paces.delete(target);
  }

  #addChanged(target: PollTarget): void {
    if (this.#changed.size === 0) queueMicrotask(() => this.#apply());
    this.#changed.add(target);
  }

  #apply(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#onChanged(changed);
  }
}
