/** A time to the second, in UTC: `2025-10-19 18:33:05 UTC`. @param at Unix milliseconds, of the calendar */
export function formatMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
