import { duration, plusMinus, printTable, ratio, report, type Measured } from './tables.js';
import { measure, type Candidate } from './compare.js';
import type { Effort } from './effort.js';
import { median, medianRatio, spread } from './statistics.js';

/** A comparison that depends on the number of records. */
export interface SizedComparison {
  readonly title: string;
  /** The first candidate is the baseline. */
  readonly candidatesOf: (size: number) => readonly Candidate[];
  /** The maximum growth of a candidate with a target, from the smallest to the largest size. */
  readonly growthTarget?: number;
}

export async function measureSizes(comparison: SizedComparison, effort: Effort): Promise<void> {
  const { sizes, samples } = effort;
  // Two sizes confirm each other, so each gets half of the samples.
  const each = { ...effort, samples: Math.ceil(samples / Math.min(2, sizes.length)) };
  const found = new Map<number, readonly Measured[]>();
  for (const size of sizes) found.set(size, await measure(comparison.candidatesOf(size), each));
  reportSizes(comparison, found);
}

/**
 * Prints a table with a column for each size: median, ratio to the first of them, growth from the smallest size to the
 * largest, and the widest spread. The lines below it say whether the targets were met.
 */
function reportSizes({ title, growthTarget }: SizedComparison, bySize: ReadonlyMap<number, readonly Measured[]>): void {
  const [[smallest, first] = [0, []], ...larger] = bySize;
  if (larger.length === 0) return report(`${title}, ${smallest.toLocaleString('en')} records`, first);
  const rows = first.map(({ name }) => {
    const cells = [...bySize.values()].flatMap((measured) => [
      duration(median(valuesOf(name, measured))),
      ratio(ratioOf(name, measured)),
    ]);
    const spreads = [...bySize.values()].map((measured) => spread(valuesOf(name, measured)));
    return [name, ...cells, ratio(growthOf(name, bySize)), plusMinus(Math.max(...spreads)), ''];
  });
  const head = [...bySize.keys()].flatMap((size) => [size.toLocaleString('en'), '']);
  printTable(title, [['', ...head, 'growth', 'spread', ''], ...rows]);
  for (const { name, target } of first) {
    if (target === undefined) continue;
    const missed = [...bySize].flatMap(([size, measured]) => {
      const found = ratioOf(name, measured);
      return found <= target ? [] : [`${ratio(found)} at ${size.toLocaleString('en')}`];
    });
    printTarget(`${name}: at most ${ratio(target)} the ${first[0]?.name}`, missed);
    if (growthTarget === undefined) continue;
    const growth = growthOf(name, bySize);
    printTarget(`${name}: grows at most ${ratio(growthTarget)}`, growth > growthTarget ? [ratio(growth)] : []);
  }
}

function printTarget(target: string, missed: readonly string[]): void {
  console.log(`  ${target}: ${missed.length === 0 ? 'met' : `missed (${missed.join(', ')})`}`);
}

function ratioOf(name: string, measured: readonly Measured[]): number {
  return medianRatio(valuesOf(name, measured), measured[0]?.values ?? []);
}

function valuesOf(name: string, measured: readonly Measured[]): readonly number[] {
  return measured.find((each) => each.name === name)?.values ?? [];
}

/** The growth from the smallest to the largest size. */
function growthOf(name: string, bySize: ReadonlyMap<number, readonly Measured[]>): number {
  const medians = [...bySize.values()].map((measured) => median(valuesOf(name, measured)));
  return (medians.at(-1) ?? NaN) / (medians[0] ?? NaN);
}
