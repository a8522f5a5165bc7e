/** Arrays by slot. Slot 0 holds the earliest due time, and no slot is due before its parent. */
interface Heap {
  readonly lane: number;
  dues: Float64Array;
  handles: Int32Array;
  size: number;
}

const INITIAL_CAPACITY = 64;

/** Children per slot: four due times share a cache line. */
const WIDTH = 4;

/**
 * Handles (small integers from 0) by due time, in a few lanes. Each lane is a heap (Williams, Algorithm 232, 1964) that
 * knows the slot of each handle. The queue takes 16 bytes per handle and allocates nothing while it works.
 */
export class DueQueue {
  readonly #heaps: readonly Heap[];
  // For each handle `slot * 4 + lane`, or -1 if the queue does not contain the handle.
  #positions = new Int32Array(INITIAL_CAPACITY).fill(-1);

  /** @param lanes at most 4 */
  constructor(lanes: number) {
    this.#heaps = Array.from({ length: lanes }, (_, lane) => ({
      lane,
      dues: new Float64Array(INITIAL_CAPACITY),
      handles: new Int32Array(INITIAL_CAPACITY),
      size: 0,
    }));
  }

  set(handle: number, dueMs: number, lane: number): void {
    this.delete(handle);
    const { length } = this.#positions;
    if (handle >= length) this.#positions = enlarge(this.#positions, handle).fill(-1, length);
    const heap = this.#heaps[lane] as Heap;
    const { dues, handles, size } = heap;
    if (size === dues.length) {
      heap.dues = enlarge(dues, size);
      heap.handles = enlarge(handles, size);
    }
    heap.size += 1;
    this.#rise(heap, size, handle, dueMs);
  }

  delete(handle: number): void {
    const position = this.#positions[handle] ?? -1;
    if (position < 0) return;
    this.#positions[handle] = -1;
    const slot = position >> 2;
    const heap = this.#heaps[position & 3] as Heap;
    const { dues, handles } = heap;
    const size = (heap.size -= 1);
    if (slot === size) return;
    const last = handles[size] as number;
    const dueMs = dues[size] as number;
    if (slot > 0 && dueMs < (dues[parentOf(slot)] as number)) this.#rise(heap, slot, last, dueMs);
    else this.#sink(heap, slot, last, dueMs);
  }

  /** The earliest due time of this lane and all later ones; `Infinity` if they are empty. */
  nextMs(fromLane: number): number {
    let firstMs = Infinity;
    for (let lane = fromLane; lane < this.#heaps.length; lane++) {
      const { dues, size } = this.#heaps[lane] as Heap;
      if (size > 0) firstMs = Math.min(firstMs, dues[0] as number);
    }
    return firstMs;
  }

  isDue(lane: number, nowMs: number): boolean {
    const { dues, size } = this.#heaps[lane] as Heap;
    return size > 0 && (dues[0] as number) <= nowMs;
  }

  take(lane: number): number {
    const { handles, size } = this.#heaps[lane] as Heap;
    if (size === 0) return -1;
    const handle = handles[0] as number;
    this.delete(handle);
    return handle;
  }

  /** When a handle is due; `undefined` if the queue does not contain it. */
  dueMs(handle: number): number | undefined {
    const position = this.#positions[handle] ?? -1;
    return this.#heaps[position & 3]?.dues[position >> 2];
  }

  /** Counts the handles of this lane and all later ones that are due, at most `limit`. */
  countDue(fromLane: number, nowMs: number, limit = Infinity): number {
    let count = 0;
    for (const { dues, size } of this.#heaps.slice(fromLane))
      // A walk of the heap would visit fewer slots if few are due, and take much longer if most are.
      for (let slot = 0; slot < size && count < limit; slot++) if ((dues[slot] as number) <= nowMs) count += 1;
    return count;
  }

  #rise(heap: Heap, from: number, handle: number, dueMs: number): void {
    const { dues, handles } = heap;
    let slot = from;
    while (slot > 0) {
      const parent = parentOf(slot);
      if ((dues[parent] as number) <= dueMs) break;
      this.#fill(heap, slot, handles[parent] as number, dues[parent] as number);
      slot = parent;
    }
    this.#fill(heap, slot, handle, dueMs);
  }

  #sink(heap: Heap, from: number, handle: number, dueMs: number): void {
    const { dues, handles, size } = heap;
    let slot = from;
    for (;;) {
      const child = earliestChild(dues, slot, size);
      if (child >= size || (dues[child] as number) >= dueMs) break;
      this.#fill(heap, slot, handles[child] as number, dues[child] as number);
      slot = child;
    }
    this.#fill(heap, slot, handle, dueMs);
  }

  #fill({ lane, dues, handles }: Heap, slot: number, handle: number, dueMs: number): void {
    dues[slot] = dueMs;
    handles[slot] = handle;
    this.#positions[handle] = slot * 4 + lane;
  }
}

/** Grows by a fourth: doubling would leave more memory unused. */
function enlarge<A extends Float64Array | Int32Array>(numbers: A, index: number): A {
  const capacity = Math.max(index + 1, numbers.length + (numbers.length >> 2));
  const larger = new (numbers.constructor as new (capacity: number) => A)(capacity);
  larger.set(numbers);
  return larger;
}

function parentOf(slot: number): number {
  return Math.floor((slot - 1) / WIDTH);
}

/** The child of a slot with the earliest due time; `size` or more without a child. */
function earliestChild(dues: Float64Array, slot: number, size: number): number {
  let first = slot * WIDTH + 1;
  const end = Math.min(first + WIDTH, size);
  for (let child = first + 1; child < end; child++)
    if ((dues[child] as number) < (dues[first] as number)) first = child;
  return first;
}
