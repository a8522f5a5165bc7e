/** Whether something can be a limit, or a use of one. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
