/**
 * Who is due when, in a few lanes: a binary heap for each lane (Williams, Algorithm 232, 1964) with the place of
 * everyone in it, over small integers, 0 and up. It takes 16 bytes for each of them, and makes no garbage.
 */
export interface DueQueue {
  /** Puts one in, or moves it to another time or lane. */
  set(handle: number, dueMs: number, lane: number): void;
  /** Takes one out; does nothing for one that is not in. */
  delete(handle: number): void;
  /** When the first of all is due; `Infinity` where there is none. */
  nextMs(): number;
  isDue(lane: number, nowMs: number): boolean;
  /** Takes the first out of a lane; -1 where there is none. */
  take(lane: number): number;
  /** How many are due at `nowMs`. It looks at these only. */
  countDue(nowMs: number): number;
}

const FIRST_CAPACITY = 64;

/** Makes a queue with so many lanes, at most 4. */
export function createDueQueue(lanes: number): DueQueue {
  // For each handle its time and `slot * 4 + lane`, or -1 where it is not in.
  let dues = new Float64Array(FIRST_CAPACITY);
  let places = new Int32Array(FIRST_CAPACITY).fill(-1);
  const heaps: Int32Array[] = Array.from({ length: lanes }, () => new Int32Array(FIRST_CAPACITY));
  const sizes = new Int32Array(lanes);

  const dueOf = (handle: number): number => dues[handle] as number;

  function makeRoom(handle: number): void {
    if (handle < places.length) return;
    const capacity = Math.max(handle + 1, places.length + (places.length >> 1));
    dues = copyInto(new Float64Array(capacity), dues);
    places = copyInto(new Int32Array(capacity).fill(-1), places);
  }

  function heapFor(lane: number): Int32Array {
    const heap = heaps[lane] as Int32Array;
    const size = sizes[lane] as number;
    if (size < heap.length) return heap;
    const larger = copyInto(new Int32Array(size + (size >> 1)), heap);
    heaps[lane] = larger;
    return larger;
  }

  function put(heap: Int32Array, slot: number, handle: number, lane: number): void {
    heap[slot] = handle;
    places[handle] = slot * 4 + lane;
  }

  function rise(heap: Int32Array, lane: number, from: number, handle: number): void {
    const due = dueOf(handle);
    let slot = from;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      const above = heap[parent] as number;
      if (dueOf(above) <= due) break;
      put(heap, slot, above, lane);
      slot = parent;
    }
    put(heap, slot, handle, lane);
  }

  function sink(heap: Int32Array, lane: number, from: number, handle: number): void {
    const due = dueOf(handle);
    const size = sizes[lane] as number;
    let slot = from;
    for (let child = 2 * slot + 1; child < size; child = 2 * slot + 1) {
      if (child + 1 < size && dueOf(heap[child + 1] as number) < dueOf(heap[child] as number)) child += 1;
      const below = heap[child] as number;
      if (dueOf(below) >= due) break;
      put(heap, slot, below, lane);
      slot = child;
    }
    put(heap, slot, handle, lane);
  }

  function remove(handle: number): void {
    const place = places[handle] ?? -1;
    if (place < 0) return;
    const lane = place & 3;
    const slot = place >> 2;
    const heap = heaps[lane] as Int32Array;
    places[handle] = -1;
    const size = (sizes[lane] as number) - 1;
    sizes[lane] = size;
    if (slot === size) return;
    const last = heap[size] as number;
    if (slot > 0 && dueOf(last) < dueOf(heap[(slot - 1) >> 1] as number)) rise(heap, lane, slot, last);
    else sink(heap, lane, slot, last);
  }

  function topMs(lane: number): number {
    return (sizes[lane] as number) === 0 ? Infinity : dueOf((heaps[lane] as Int32Array)[0] as number);
  }

  function countFrom(lane: number, slot: number, nowMs: number): number {
    if (slot >= (sizes[lane] as number) || dueOf((heaps[lane] as Int32Array)[slot] as number) > nowMs) return 0;
    return 1 + countFrom(lane, 2 * slot + 1, nowMs) + countFrom(lane, 2 * slot + 2, nowMs);
  }

  return {
    set(handle, dueMs, lane) {
      makeRoom(handle);
      remove(handle);
      dues[handle] = dueMs;
      const heap = heapFor(lane);
      const size = sizes[lane] as number;
      sizes[lane] = size + 1;
      rise(heap, lane, size, handle);
    },
    delete: remove,
    nextMs() {
      let first = Infinity;
      for (let lane = 0; lane < lanes; lane++) first = Math.min(first, topMs(lane));
      return first;
    },
    isDue: (lane, nowMs) => topMs(lane) <= nowMs,
    take(lane) {
      // There is no lane -1, nor anything in an empty one.
      if (!sizes[lane]) return -1;
      const handle = (heaps[lane] as Int32Array)[0] as number;
      remove(handle);
      return handle;
    },
    countDue(nowMs) {
      let count = 0;
      for (let lane = 0; lane < lanes; lane++) count += countFrom(lane, 0, nowMs);
      return count;
    },
  };
}

function copyInto<A extends Float64Array | Int32Array>(target: A, source: A): A {
  target.set(source);
  return target;
}
