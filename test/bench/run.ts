import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { headingOf, replaceTables } from './figures.js';
import { efforts, type Effort } from './harness/effort.js';
import { indexList } from './workloads/index-list.js';
import { http } from './workloads/http.js';
import { monitor } from './workloads/monitor.js';
import { scheduling } from './workloads/scheduling.js';
import { change, field, list, summary } from './workloads/state/changes.js';
import { subscribe } from './workloads/state/subscribe.js';
import { wire } from './workloads/wire.js';

/** The workloads. Each prints its own tables. */
const workloads: Readonly<Record<string, (effort: Effort) => unknown>> = {
  change,
  field,
  list,
  summary,
  subscribe,
  wire,
  'index-list': indexList,
  scheduling,
  http,
  monitor,
};

const flag = { type: 'boolean' } as const;
const options = { quick: flag, ratios: flag, here: flag, document: flag };

const PAGE = 'docs/internals/performance.md';

const { names, effort, isHere, isDocumenting } = readArguments();
let output = '';
for (const name of names) {
  if (isHere) await workloads[name]?.(efforts[effort]);
  else output += runInProcess(name);
}
if (isDocumenting) writeFileSync(PAGE, replaceTables(readFileSync(PAGE, 'utf8'), output));

/**
 * Runs a workload in a process of its own, and returns its output. All libraries run in production mode, since some of them
 * check more in development.
 */
function runInProcess(name: string): string {
  const program = ['--expose-gc', '--max-old-space-size=8192', fileURLToPath(import.meta.url)];
  const flags = ['--here', ...(effort === 'thorough' ? [] : [`--${effort}`])];
  const { status, stdout } = spawnSync(process.execPath, [...program, ...flags, name], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const printed = `\n${headingOf(name)}\n${stdout}`;
  process.stdout.write(printed);
  if (status !== 0) process.exitCode = 1;
  return printed;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.filter((name) => !Object.hasOwn(workloads, name));
    if (unknown.length > 0) throw new Error(`There is no workload ${unknown.join(', ')}.`);
    const names = positionals.length > 0 ? positionals : Object.keys(workloads);
    const effort: keyof typeof efforts = values.quick ? 'quick' : values.ratios ? 'ratios' : 'thorough';
    return { names, effort, isHere: values.here === true, isDocumenting: values.document === true };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      `Usage: npm run bench -- [--quick | --ratios] [--document] [workload…]; there are: ${Object.keys(workloads).join(', ')}`,
    );
    process.exit(2);
  }
}
