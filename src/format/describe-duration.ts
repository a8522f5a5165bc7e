const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** Describes a length of time in few characters and whole units: `4 s`, `12 min`, `3 h`, `2 d`. A negative length is `0 s`. */
export function describeDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? ['s', 1000];
  return `${Math.max(0, Math.floor(ms / size)).toLocaleString('en')} ${unit}`;
}

/** Describes the time until `at`, Unix milliseconds, rounded up and at least `1 s`: at 0 the event has begun. */
export function describeCountdown(at: number, now: number): string {
  return describeDuration(Math.max(1000, Math.ceil((at - now) / 1000) * 1000));
}
