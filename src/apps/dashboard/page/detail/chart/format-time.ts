const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a time in the time zone of the browser: `14:05:09` today, and `3 May, 14:05` on another day. */
export function formatClock(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? clockSeconds.format(at) : `${day.format(at)}, ${clock.format(at)}`;
}

/** Formats a time with its date in the time zone of the browser: `3 May 2026, 14:05:09`. */
export function formatLocal(at: number): string {
  return full.format(at);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Formats the labels of a time axis. The first label of each new day is its date. @param times Unix milliseconds */
export function formatTicks(times: readonly number[]): string[] {
  const stepMs = (times[1] ?? 0) - (times[0] ?? 0);
  return times.map((at, place) => {
    const before = times[place - 1];
    const isNewDay = before !== undefined && day.format(before) !== day.format(at);
    if (isNewDay || stepMs >= DAY_MS) return day.format(at);
    return (stepMs < MINUTE_MS ? clockSeconds : clock).format(at);
  });
}
