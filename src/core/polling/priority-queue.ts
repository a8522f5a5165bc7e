/** A queue with a few ranks; rank 0 has the highest priority. Items of the same rank are first in, first out. */
export interface PriorityQueue<T> {
  /** Adds an item at the end of its rank. */
  enqueue(item: T, rank: number): QueueNode<T>;
  /** Moves a node to the end of a higher-priority rank. Does nothing if its rank is as high, or if it was removed. */
  promote(node: QueueNode<T>, rank: number): void;
  /** Removes a node, wherever it is in the queue. Does nothing the second time. */
  remove(node: QueueNode<T>): void;
  /** The first node of a rank. */
  peek(rank: number): QueueNode<T> | undefined;
}

/** A node of a doubly linked list, so that an item is removed in constant time. */
export interface QueueNode<T> extends Link {
  readonly item: T;
  rank: number;
  isRemoved: boolean;
}

interface Link {
  previous: Link;
  next: Link;
}

export function createPriorityQueue<T>(ranks: number): PriorityQueue<T> {
  // Each rank is a ring that is closed by a sentinel without an item, so no list is ever empty.
  const sentinels = Array.from({ length: ranks }, createSentinel);

  function append(node: QueueNode<T>): void {
    const sentinel = sentinels[node.rank] as Link;
    node.previous = sentinel.previous;
    node.next = sentinel;
    sentinel.previous.next = node;
    sentinel.previous = node;
  }

  return {
    enqueue(item, rank) {
      const sentinel = sentinels[rank] as Link;
      const node: QueueNode<T> = { item, rank, isRemoved: false, previous: sentinel, next: sentinel };
      append(node);
      return node;
    },
    promote(node, rank) {
      if (node.isRemoved || rank >= node.rank) return;
      unlink(node);
      node.rank = rank;
      append(node);
    },
    remove(node) {
      if (node.isRemoved) return;
      unlink(node);
      node.isRemoved = true;
    },
    peek(rank) {
      const sentinel = sentinels[rank] as Link;
      return sentinel.next === sentinel ? undefined : (sentinel.next as QueueNode<T>);
    },
  };
}

function createSentinel(): Link {
  const sentinel = {} as Link;
  sentinel.previous = sentinel;
  sentinel.next = sentinel;
  return sentinel;
}

function unlink({ previous, next }: Link): void {
  previous.next = next;
  next.previous = previous;
}
