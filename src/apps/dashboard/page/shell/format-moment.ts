/** Formats a time in UTC, to the second: `2025-10-19 18:33:05 UTC`. @param at Unix milliseconds, within the range of Date */
export function formatMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
