/**
 * A queue of handles (small integers from 0), ordered by due time within each of a few lanes. Each lane is a heap
 * (Williams, Algorithm 232, 1964) that also knows the slot of each handle. The queue takes 16 bytes per handle and
 * allocates nothing while it works.
 */
export interface DueQueue {
  /** Adds a handle, or moves it to another due time or lane. */
  set(handle: number, dueMs: number, lane: number): void;
  /** Removes a handle. Does nothing if the queue does not contain it. */
  delete(handle: number): void;
  /** The earliest due time of this lane and all later lanes; `Infinity` if they are empty. */
  nextMs(fromLane: number): number;
  isDue(lane: number, nowMs: number): boolean;
  /** Removes the handle with the earliest due time from a lane and returns it; -1 if the lane is empty. */
  take(lane: number): number;
  /** The number of handles in this lane and all later lanes that are due at `nowMs`, at most `limit`. Visits only those. */
  countDue(fromLane: number, nowMs: number, limit?: number): number;
}

/** Arrays by slot. Slot 0 holds the earliest due time, and no slot is due before its parent. */
interface Heap {
  readonly lane: number;
  dues: Float64Array;
  handles: Int32Array;
  size: number;
}

const INITIAL_CAPACITY = 64;

/** Children per slot. Four due times share a cache line of the processor, and the heap has half as many levels. */
const WIDTH = 4;

/** @param lanes at most 4 */
export function createDueQueue(lanes: number): DueQueue {
  const heaps = Array.from({ length: lanes }, (_, lane) => createHeap(lane));
  // For each handle `slot * 4 + lane`, or -1 if the queue does not contain the handle.
  let positions = new Int32Array(INITIAL_CAPACITY).fill(-1);

  function put({ lane, dues, handles }: Heap, slot: number, handle: number, dueMs: number): void {
    dues[slot] = dueMs;
    handles[slot] = handle;
    positions[handle] = slot * 4 + lane;
  }

  function rise(heap: Heap, from: number, handle: number, dueMs: number): void {
    const { dues, handles } = heap;
    let slot = from;
    while (slot > 0) {
      const parent = parentOf(slot);
      if ((dues[parent] as number) <= dueMs) break;
      put(heap, slot, handles[parent] as number, dues[parent] as number);
      slot = parent;
    }
    put(heap, slot, handle, dueMs);
  }

  function sink(heap: Heap, from: number, handle: number, dueMs: number): void {
    const { dues, handles, size } = heap;
    let slot = from;
    for (;;) {
      const child = earliestChild(dues, slot, size);
      if (child >= size || (dues[child] as number) >= dueMs) break;
      put(heap, slot, handles[child] as number, dues[child] as number);
      slot = child;
    }
    put(heap, slot, handle, dueMs);
  }

  function remove(handle: number): void {
    const position = positions[handle] ?? -1;
    if (position < 0) return;
    positions[handle] = -1;
    const slot = position >> 2;
    const heap = heaps[position & 3] as Heap;
    const { dues, handles } = heap;
    const size = (heap.size -= 1);
    if (slot === size) return;
    const dueMs = dues[size] as number;
    const move = slot > 0 && dueMs < (dues[parentOf(slot)] as number) ? rise : sink;
    move(heap, slot, handles[size] as number, dueMs);
  }

  return {
    set(handle, dueMs, lane) {
      remove(handle);
      if (handle >= positions.length) positions = enlarge(positions, handle).fill(-1, positions.length);
      const heap = heaps[lane] as Heap;
      const { dues, handles, size } = heap;
      if (size === dues.length) {
        heap.dues = enlarge(dues, size);
        heap.handles = enlarge(handles, size);
      }
      heap.size += 1;
      rise(heap, size, handle, dueMs);
    },
    delete: remove,
    nextMs(fromLane) {
      let firstMs = Infinity;
      for (let lane = fromLane; lane < lanes; lane++) {
        const { dues, size } = heaps[lane] as Heap;
        if (size > 0) firstMs = Math.min(firstMs, dues[0] as number);
      }
      return firstMs;
    },
    isDue(lane, nowMs) {
      const { dues, size } = heaps[lane] as Heap;
      return size > 0 && (dues[0] as number) <= nowMs;
    },
    take(lane) {
      const heap = heaps[lane] as Heap;
      if (heap.size === 0) return -1;
      const handle = heap.handles[0] as number;
      remove(handle);
      return handle;
    },
    countDue: (fromLane, nowMs, limit = Infinity) =>
      heaps.slice(fromLane).reduce((count, heap) => count + countFrom(heap, 0, nowMs, limit - count), 0),
  };
}

function createHeap(lane: number): Heap {
  return { lane, dues: new Float64Array(INITIAL_CAPACITY), handles: new Int32Array(INITIAL_CAPACITY), size: 0 };
}

/** Grows by a fourth, or until index `at` exists. Doubling would leave more memory unused, and copying is cheap. */
function enlarge<A extends Float64Array | Int32Array>(numbers: A, at: number): A {
  const capacity = Math.max(at + 1, numbers.length + (numbers.length >> 2));
  const larger = new (numbers.constructor as new (capacity: number) => A)(capacity);
  larger.set(numbers);
  return larger;
}

function parentOf(slot: number): number {
  return Math.floor((slot - 1) / WIDTH);
}

/** The child of a slot with the earliest due time; `size` or more if the slot has no child. */
function earliestChild(dues: Float64Array, slot: number, size: number): number {
  let first = slot * WIDTH + 1;
  const end = Math.min(first + WIDTH, size);
  for (let child = first + 1; child < end; child++)
    if ((dues[child] as number) < (dues[first] as number)) first = child;
  return first;
}

function countFrom(heap: Heap, slot: number, nowMs: number, limit: number): number {
  if (limit <= 0 || slot >= heap.size || (heap.dues[slot] as number) > nowMs) return 0;
  let count = 1;
  for (let nth = 1; nth <= WIDTH; nth++) count += countFrom(heap, slot * WIDTH + nth, nowMs, limit - count);
  return count;
}
