/** Whether a JSON value has more than `levels` levels; `[]` has one. It does not search deeper than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(levels - 1, item));
  for (const field in value)
    if (isDeeperThan(levels - 1, (value as Readonly<Record<string, unknown>>)[field])) return true;
  return false;
}
