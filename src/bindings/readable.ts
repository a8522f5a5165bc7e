/** What a binding needs of a view: a value, and to be told when it is another. Every `View<T>` is one. */
export interface Readable<T> {
  /** Keeps its reference until it changes. */
  readonly value: T;
  /** Calls `next` with the value at once, then with each new one. */
  subscribe(next: (value: T) => void): { unsubscribe(): void };
}
