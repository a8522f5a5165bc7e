let count = 0;

/** The work of every subscriber: the least that an engine does not optimize away. */
export function heard(): void {
  count += 1;
}

/** How often anybody was told. */
export function timesHeard(): number {
  return count;
}
