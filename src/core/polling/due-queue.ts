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
  readonly lane: number;
  dues: Float64Array;
  handles: Int32Array;
  size: number;
}

const FIRST_CAPACITY = 64;

/** Each has so many below it: their times are in one line of the processor's cache, and half as many levels are. */
const WIDTH = 4;

/** Makes a queue with so many lanes, at most 4. */
export function createDueQueue(lanes: number): DueQueue {
  const heaps = Array.from({ length: lanes }, (_, lane) => createHeap(lane));
  // For each handle `slot * 4 + lane`, or -1 where it is not in.
  let places = new Int32Array(FIRST_CAPACITY).fill(-1);

  function put({ lane, dues, handles }: Heap, slot: number, handle: number, dueMs: number): void {
    dues[slot] = dueMs;
    handles[slot] = handle;
    places[handle] = slot * 4 + lane;
  }

  function rise(heap: Heap, from: number, handle: number, dueMs: number): void {
    const { dues, handles } = heap;
    let slot = from;
    while (slot > 0) {
      const above = parentOf(slot);
      if ((dues[above] as number) <= dueMs) break;
      put(heap, slot, handles[above] as number, dues[above] as number);
      slot = above;
    }
    put(heap, slot, handle, dueMs);
  }

  function sink(heap: Heap, from: number, handle: number, dueMs: number): void {
    const { dues, handles, size } = heap;
    let slot = from;
    for (;;) {
      const below = firstBelow(dues, slot, size);
      if (below >= size || (dues[below] as number) >= dueMs) break;
      put(heap, slot, handles[below] as number, dues[below] as number);
      slot = below;
    }
    put(heap, slot, handle, dueMs);
  }

  function remove(handle: number): void {
    const place = places[handle] ?? -1;
    if (place < 0) return;
    places[handle] = -1;
    const slot = place >> 2;
    const heap = heaps[place & 3] as Heap;
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
      if (handle >= places.length) places = enlarge(places, handle).fill(-1, places.length);
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
    nextMs() {
      let firstMs = Infinity;
      for (const heap of heaps) firstMs = Math.min(firstMs, topMs(heap));
      return firstMs;
    },
    isDue: (lane, nowMs) => topMs(heaps[lane] as Heap) <= nowMs,
    take(lane) {
      // There is no lane -1, nor anything in an empty one.
      const heap = heaps[lane];
      if (!heap?.size) return -1;
      const handle = heap.handles[0] as number;
      remove(handle);
      return handle;
    },
    countDue: (nowMs) => heaps.reduce((count, heap) => count + countFrom(heap, 0, nowMs), 0),
  };
}

function createHeap(lane: number): Heap {
  return { lane, dues: new Float64Array(FIRST_CAPACITY), handles: new Int32Array(FIRST_CAPACITY), size: 0 };
}

/** By a fourth only, if `at` is in it then: what is not taken yet counts for everyone, and to copy costs next to nothing. */
function enlarge<A extends Float64Array | Int32Array>(numbers: A, at: number): A {
  const capacity = Math.max(at + 1, numbers.length + (numbers.length >> 2));
  const larger = new (numbers.constructor as new (capacity: number) => A)(capacity);
  larger.set(numbers);
  return larger;
}

function parentOf(slot: number): number {
  return Math.floor((slot - 1) / WIDTH);
}

/** Who is due first of those below a slot; `size` or more where nobody is. */
function firstBelow(dues: Float64Array, slot: number, size: number): number {
  let first = slot * WIDTH + 1;
  const end = Math.min(first + WIDTH, size);
  for (let below = first + 1; below < end; below++)
    if ((dues[below] as number) < (dues[first] as number)) first = below;
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
