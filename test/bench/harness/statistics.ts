export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** Half the distance between the quartiles, relative to the median. */
export function spread(numbers: readonly number[]): number {
  return (quantile(numbers, 0.75) - quantile(numbers, 0.25)) / 2 / median(numbers);
}

/** The median of the ratios of successive samples, which is steadier than the ratio of two medians. */
export function medianRatio(numbers: readonly number[], baseline: readonly number[]): number {
  return median(numbers.map((number, at) => number / (baseline[at] ?? NaN)));
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? NaN;
}
