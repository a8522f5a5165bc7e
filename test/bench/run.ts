import { parseArgs } from 'node:util';
import { compare, type Comparison, type Effort } from './harness/compare.js';
import { rows } from './rows/rows.js';
import { wire } from './workloads/wire.js';

/** Each prints its tables. */
const workloads: Readonly<Record<string, (effort: Effort) => void | Promise<void>>> = {
  wire: (effort) => compareAll(wire(), effort),
  rows,
};

const THOROUGH: Effort = { samples: 41, sampleMs: 20 };
const QUICK: Effort = { samples: 5, sampleMs: 2 };

const { names, effort } = readArguments();
for (const name of names) await workloads[name]?.(effort);

function compareAll(comparisons: Iterable<Comparison>, effort: Effort): void {
  for (const comparison of comparisons) compare(comparison, effort);
}

function readArguments(): { names: readonly string[]; effort: Effort } {
  try {
    const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });
    const unknown = positionals.filter((name) => !Object.hasOwn(workloads, name));
    if (unknown.length > 0) throw new Error(`There is no workload ${unknown.join(', ')}.`);
    const names = positionals.length > 0 ? positionals : Object.keys(workloads);
    return { names, effort: values.quick ? QUICK : THOROUGH };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`Usage: npm run bench -- [--quick] [workload…]; there are: ${Object.keys(workloads).join(', ')}`);
    process.exit(2);
  }
}
