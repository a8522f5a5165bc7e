const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** A length of time in few characters, in whole units: `4 s`, `12 min`, `3 h`, `2 d`. Less than none is none. */
export function describeDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? ['s', 1000];
  return `${Math.max(0, Math.floor(ms / size)).toLocaleString('en')} ${unit}`;
}
