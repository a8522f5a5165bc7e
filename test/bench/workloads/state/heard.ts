let count = 0;

/** What subscribers do, all of them the same: no more than an engine cannot leave out. */
export function heard(): void {
  count += 1;
}

/** How often anybody was told. */
export function timesHeard(): number {
  return count;
}
