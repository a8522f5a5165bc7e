/** What can be among the worst. */
export interface Ranked {
  /** The higher, the worse. */
  readonly ratio: number;
  /** Decides between equals: the lower comes first. */
  readonly order: number;
  /** Where it stands in the heap; -1 outside. The heap's own. */
  place: number;
}

/** A set that knows its worst members. */
export interface WorstFirst<Item extends Ranked> {
  /** Adds an item, or finds the new place of one whose ratio changed. */
  put(item: Item): void;
  remove(item: Item): void;
  /** The worst so many, the worst first. */
  first(count: number): Item[];
}

/**
 * A binary heap whose items know their places. A change costs the logarithm of how many there are, the worst few cost
 * their own number: nothing is ever sorted as a whole.
 */
export function createWorstFirst<Item extends Ranked>(): WorstFirst<Item> {
  const heap: Item[] = [];

  const isBefore = (a: Item, b: Item): boolean => a.ratio > b.ratio || (a.ratio === b.ratio && a.order < b.order);

  function set(place: number, item: Item): void {
    heap[place] = item;
    item.place = place;
  }

  function rise(item: Item): void {
    while (item.place > 0) {
      const parent = heap[(item.place - 1) >> 1] as Item;
      if (isBefore(parent, item)) return;
      swap(parent, item);
    }
  }

  function sink(item: Item): void {
    for (;;) {
      const [left, right] = childrenOf(item);
      const worse = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (worse === undefined || isBefore(item, worse)) return;
      swap(item, worse);
    }
  }

  function swap(a: Item, b: Item): void {
    const { place } = a;
    set(b.place, a);
    set(place, b);
  }

  const childrenOf = ({ place }: Item): (Item | undefined)[] => [heap[2 * place + 1], heap[2 * place + 2]];

  return {
    put(item) {
      if (item.place < 0) set(heap.length, item);
      rise(item);
      sink(item);
    },
    remove(item) {
      if (item.place < 0) return;
      const last = heap.pop() as Item;
      if (last !== item) {
        set(item.place, last);
        rise(last);
        sink(last);
      }
      item.place = -1;
    },
    first(count) {
      const found: Item[] = [];
      // Whoever comes next is the worst, or a child of one that was found.
      const candidates = heap.slice(0, 1);
      while (found.length < count && candidates.length > 0) {
        const worst = candidates.reduce((a, b) => (isBefore(b, a) ? b : a));
        candidates.splice(candidates.indexOf(worst), 1);
        candidates.push(...childrenOf(worst).filter((child) => child !== undefined));
        found.push(worst);
      }
      return found;
    },
  };
}
