/** An item of a ranking. */
export interface Ranked {
  /** Items with a higher ratio come first. */
  readonly ratio: number;
  /** Among items with the same ratio, the item with the lower order comes first. */
  readonly order: number;
  /** The position in the heap, written by the ranking; -1 outside. */
  heapIndex: number;
}

/** A collection that returns its items with the highest ratios. */
export interface Ranking<Item extends Ranked> {
  /** Adds an item, or moves an item whose ratio changed. */
  put(item: Item): void;
  remove(item: Item): void;
  /** Returns the `count` items with the highest ratios, highest first. */
  first(count: number): Item[];
}

/**
 * Makes a ranking as a binary heap whose items store their index. A change takes logarithmic time, and `first` takes
 * time that depends on `count` alone.
 */
export function createRanking<Item extends Ranked>(): Ranking<Item> {
  const heap: Item[] = [];

  const isBefore = (a: Item, b: Item): boolean => a.ratio > b.ratio || (a.ratio === b.ratio && a.order < b.order);

  function set(index: number, item: Item): void {
    heap[index] = item;
    item.heapIndex = index;
  }

  function siftUp(item: Item): void {
    while (item.heapIndex > 0) {
      const parent = heap[(item.heapIndex - 1) >> 1] as Item;
      if (isBefore(parent, item)) return;
      swap(parent, item);
    }
  }

  function siftDown(item: Item): void {
    for (;;) {
      const [left, right] = childrenOf(item);
      const first = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (first === undefined || isBefore(item, first)) return;
      swap(item, first);
    }
  }

  function swap(a: Item, b: Item): void {
    const { heapIndex } = a;
    set(b.heapIndex, a);
    set(heapIndex, b);
  }

  const childrenOf = ({ heapIndex }: Item): (Item | undefined)[] => [heap[2 * heapIndex + 1], heap[2 * heapIndex + 2]];

  return {
    put(item) {
      if (item.heapIndex < 0) set(heap.length, item);
      siftUp(item);
      siftDown(item);
    },
    remove(item) {
      if (item.heapIndex < 0) return;
      const last = heap.pop() as Item;
      if (last !== item) {
        set(item.heapIndex, last);
        siftUp(last);
        siftDown(last);
      }
      item.heapIndex = -1;
    },
    first(count) {
      const found: Item[] = [];
      // The next item is always the root or a child of an item that was found.
      const candidates = heap.slice(0, 1);
      while (found.length < count && candidates.length > 0) {
        const next = candidates.reduce((a, b) => (isBefore(b, a) ? b : a));
        candidates.splice(candidates.indexOf(next), 1);
        candidates.push(...childrenOf(next).filter((child) => child !== undefined));
        found.push(next);
      }
      return found;
    },
  };
}
