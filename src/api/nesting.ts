/** Whether a JSON value is nested deeper than `levels`; `[]` is one level. Looks no deeper than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(levels - 1, member)) return true;
  }
  return false;
}
