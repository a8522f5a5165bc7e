let count = 0;

/** The work of every subscriber: the minimum that an engine does not optimize away. */
export function received(): void {
  count += 1;
}

/** The number of notifications. */
export function timesReceived(): number {
  return count;
}
