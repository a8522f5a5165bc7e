import { parseArgs } from 'node:util';
import { compare, type Comparison, type Effort } from './compare.js';
import { wire } from './wire.js';

const workloads: Readonly<Record<string, () => Iterable<Comparison>>> = { wire };

const THOROUGH: Effort = { samples: 41, sampleMs: 20 };
const QUICK: Effort = { samples: 5, sampleMs: 2 };

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(workloads, name));
if (unknown.length > 0) {
  console.error(`no workload ${unknown.join(', ')}; there are: ${Object.keys(workloads).join(', ')}`);
  process.exit(2);
}
for (const name of positionals.length > 0 ? positionals : Object.keys(workloads)) {
  for (const comparison of workloads[name]?.() ?? []) compare(comparison, values.quick ? QUICK : THOROUGH);
}
