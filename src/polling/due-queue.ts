/**
 * Who is due when, in a few lanes: a heap for each lane (Williams, Algorithm 232, 1964), with the place of everyone in
 * it, over small integers, 0 and up. It takes 16 bytes for each of them, and makes no garbage.
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

/** By slot: the first is in slot 0, and nobody is due before whoever stands above. */
interface Heap {
  dues: Float64Array;
  handles: Int32Array;
  size: number;
}

const FIRST_CAPACITY = 64;

/** Each has so many below it: their times are in one line of the processor's cache, and half as many levels are. */
const WIDTH = 4;

/** Makes a queue with so many lanes, at most 4. */
export function createDueQueue(lanes: number): DueQueue {
  const heaps: Heap[] = Array.from({ length: lanes }, createHeap);
  // For each handle `slot * 4 + lane`, or -1 where it is not in.
  let places = new Int32Array(FIRST_CAPACITY).fill(-1);

  function makeRoom(handle: number): void {
    if (handle < places.length) return;
    places = copyInto(new Int32Array(Math.max(handle + 1, larger(places.length))).fill(-1), places);
  }

  function put(lane: number, slot: number, handle: number, dueMs: number): void {
    const { dues, handles } = heaps[lane] as Heap;
    dues[slot] = dueMs;
    handles[slot] = handle;
    places[handle] = slot * 4 + lane;
  }

  function rise(lane: number, from: number, handle: number, dueMs: number): void {
    const { dues, handles } = heaps[lane] as Heap;
    let slot = from;
    while (slot > 0) {
      const above = parentOf(slot);
      if ((dues[above] as number) <= dueMs) break;
      put(lane, slot, handles[above] as number, dues[above] as number);
      slot = above;
    }
    put(lane, slot, handle, dueMs);
  }

  function sink(lane: number, from: number, handle: number, dueMs: number): void {
    const { dues, handles, size } = heaps[lane] as Heap;
    let slot = from;
    for (let below = slot * WIDTH + 1; below < size; below = slot * WIDTH + 1) {
      const first = firstOf(dues, below, Math.min(below + WIDTH, size));
      const firstMs = dues[first] as number;
      if (firstMs >= dueMs) break;
      put(lane, slot, handles[first] as number, firstMs);
      slot = first;
    }
    put(lane, slot, handle, dueMs);
  }

  function remove(handle: number): void {
    const place = places[handle] ?? -1;
    if (place < 0) return;
    places[handle] = -1;
    const lane = place & 3;
    const slot = place >> 2;
    const heap = heaps[lane] as Heap;
    const { dues, handles } = heap;
    const size = (heap.size -= 1);
    if (slot === size) return;
    const last = handles[size] as number;
    const dueMs = dues[size] as number;
    if (slot > 0 && dueMs < (dues[parentOf(slot)] as number)) rise(lane, slot, last, dueMs);
    else sink(lane, slot, last, dueMs);
  }

  return {
    set(handle, dueMs, lane) {
      makeRoom(handle);
      remove(handle);
      const heap = heaps[lane] as Heap;
      if (heap.size === heap.dues.length) grow(heap);
      heap.size += 1;
      rise(lane, heap.size - 1, handle, dueMs);
    },
    delete: remove,
    nextMs() {
      let first = Infinity;
      for (const heap of heaps) first = Math.min(first, topMs(heap));
      return first;
    },
    isDue: (lane, nowMs) => topMs(heaps[lane] as Heap) <= nowMs,
    take(lane) {
      const heap = heaps[lane];
      // There is no lane -1, nor anything in an empty one.
      if (heap === undefined || heap.size === 0) return -1;
      const handle = heap.handles[0] as number;
      remove(handle);
      return handle;
    },
    countDue: (nowMs) => heaps.reduce((count, heap) => count + countFrom(heap, 0, nowMs), 0),
  };
}

function createHeap(): Heap {
  return { dues: new Float64Array(FIRST_CAPACITY), handles: new Int32Array(FIRST_CAPACITY), size: 0 };
}

function grow(heap: Heap): void {
  const capacity = larger(heap.size);
  heap.dues = copyInto(new Float64Array(capacity), heap.dues);
  heap.handles = copyInto(new Int32Array(capacity), heap.handles);
}

/** By a fourth only: what is not taken yet counts for everyone, and to copy costs next to nothing. */
function larger(capacity: number): number {
  return capacity + (capacity >> 2);
}

function copyInto<A extends Float64Array | Int32Array>(target: A, source: A): A {
  target.set(source);
  return target;
}

function parentOf(slot: number): number {
  return Math.floor((slot - 1) / WIDTH);
}

/** Which slot is due first, from one up to another. */
function firstOf(dues: Float64Array, from: number, to: number): number {
  let first = from;
  for (let slot = from + 1; slot < to; slot++) if ((dues[slot] as number) < (dues[first] as number)) first = slot;
  return first;
}

function topMs({ dues, size }: Heap): number {
  return size === 0 ? Infinity : (dues[0] as number);
}

function countFrom(heap: Heap, slot: number, nowMs: number): number {
  if (slot >= heap.size || (heap.dues[slot] as number) > nowMs) return 0;
  let count = 1;
  for (let nth = 1; nth <= WIDTH; nth++) count += countFrom(heap, slot * WIDTH + nth, nowMs);
  return count;
}
