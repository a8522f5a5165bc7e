/** Some ranks of those who wait. Within a rank they stand in the order in which they came. */
export interface PriorityQueue<T> {
  /** Lets one join at the end of its rank. */
  join(item: T, rank: number): QueueNode<T>;
  /** Has one go with a lower rank, at its end. Does nothing for a rank that is no lower, or one that has left. */
  raise(place: QueueNode<T>, rank: number): void;
  /** Takes one out, from wherever it stands; at most once. */
  leave(place: QueueNode<T>): void;
  /** Who came first of a rank. */
  first(rank: number): QueueNode<T> | undefined;
}

/** Where somebody stands: a link of a chain, so that leaving costs the same from anywhere. */
export interface QueueNode<T> extends Link {
  readonly item: T;
  rank: number;
  isLeft: boolean;
}

interface Link {
  before: Link;
  after: Link;
}

export function createPriorityQueue<T>(ranks: number): PriorityQueue<T> {
  // Each rank is a ring that is closed by a link without an item: no chain is ever empty.
  const ends = Array.from({ length: ranks }, createEnd);

  function append(place: QueueNode<T>): void {
    const end = ends[place.rank] as Link;
    place.before = end.before;
    place.after = end;
    end.before.after = place;
    end.before = place;
  }

  return {
    join(item, rank) {
      const end = ends[rank] as Link;
      const place: QueueNode<T> = { item, rank, isLeft: false, before: end, after: end };
      append(place);
      return place;
    },
    raise(place, rank) {
      if (place.isLeft || rank >= place.rank) return;
      unlink(place);
      place.rank = rank;
      append(place);
    },
    leave(place) {
      if (place.isLeft) return;
      unlink(place);
      place.isLeft = true;
    },
    first(rank) {
      const end = ends[rank] as Link;
      return end.after === end ? undefined : (end.after as QueueNode<T>);
    },
  };
}

function createEnd(): Link {
  const end = {} as Link;
  end.before = end;
  end.after = end;
  return end;
}

function unlink({ before, after }: Link): void {
  before.after = after;
  after.before = before;
}
