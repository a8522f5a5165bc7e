/** Milliseconds in words. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${rounded(ms / 1000)} s`;
  return ms < 1 ? `${rounded(ms * 1000)} µs` : `${rounded(ms)} ms`;
}

/** Bytes in words. */
export function size(bytes: number): string {
  return Math.abs(bytes) < 10_000 ? `${Math.round(bytes)} B` : `${rounded(bytes / 1000)} kB`;
}

export function ratio(value: number): string {
  return `${rounded(value)} ×`;
}

export function plusMinus(share: number): string {
  return `±${(share * 100).toFixed(0)} %`;
}

/** Rounds to three digits: the measurement is not more precise. */
function rounded(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return grouped(value.toFixed(digits));
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
