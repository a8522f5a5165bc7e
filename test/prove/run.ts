import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import '../support/scale.js';
import { judgeMutations } from './mutation/judge.js';
import { provingTests, writeReport } from './report/write-report.js';
import { PERFORMANCE, type TestResult } from './report/proof-page.js';
import { createSummary, retry } from './summary.js';

/*
 * The long checks. `npm run prove` runs each `*.prove.ts`, and each test file that `npm test` runs in a short form, both in
 * their long form. `npm run prove -- --quick` runs the prove files in their short form. Other arguments select files by name.
 * Checks that measure processor time, or use all of it, run first, each alone. Then three processes start: the soak of an
 * hour, the month, and the other checks that only compute. Their output is printed when they end. Beside them, the checks that
 * must keep times run one by one, and then the rest three at a time.
 * `npm run prove -- --report` also runs the other tests that docs/proof.md names, and then writes that page.
 * The tests of the bindings run in happy-dom too: `npm run prove -- happy-dom`.
 * `npm run prove -- mutation` runs only the mutants, which take hours.
 */
const isQuick = process.argv.includes('--quick');
const isReport = process.argv.includes('--report');
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const root = fileURLToPath(new URL('../..', import.meta.url));
const SOAK = 'test/prove/monitor-soak.prove.ts';
// These use a virtual clock or bounds of processor time, so other checks cannot make them fail. The month takes longest.
const MONTH = 'test/prove/month.prove.ts';
const COMPUTING = [
  'test/prove/foreign-bytes.prove.ts',
  ...[
    'core/limits/forecasts',
    'persistence/crash',
    'persistence/damage',
    'properties/sharing',
    'properties/virtual-week',
  ].map((name) => `test/${name}.test.ts`),
];
/** These measure processor time, or use all of it: another check at the same time would disturb them. */
const ALONE = [
  'prove/large-replicas',
  'prove/tabs',
  'prove/replay-week',
  'monitor/alerts/tracker-costs',
  'monitor/metrics/speed',
].map((name) => `test/${name}.prove.ts`);
/** These measure delays, which checks of a lower priority hardly change. */
const DELAYS = ['page', 'usage-sources'].map((name) => `test/prove/${name}.prove.ts`);
/** Each of these has several processes that depend on timing. */
const TIMED = ['replica-scale', 'replica-faults', 'monitor-pair'].map((name) => `test/prove/${name}.prove.ts`);
/** In this test, ten pages have to show each answer within 100 ms. */
const PAGES = 'test/sharing/tabs/pages/sharing.test.ts';
const summary = createSummary();
// By default npm waits five minutes for a connection that hangs, before it tries again.
process.env['npm_config_fetch_timeout'] ??= '20000';

type StartOptions = Parameters<typeof startVitest>;

async function filesOf(ending: RegExp): Promise<string[]> {
  const names = await readdir(join(root, 'test'), { recursive: true });
  return names.filter((name) => ending.test(name) && !name.includes('node_modules')).map((name) => `test/${name}`);
}

/** The test files that choose with `scaled` how much they do. */
async function scaledTests(): Promise<string[]> {
  const tests = await filesOf(/\.test\.tsx?$/);
  const texts = await Promise.all(tests.map((file) => readFile(join(root, file), 'utf8')));
  return tests.filter((_, at) => texts[at]?.includes("support/scale.js'"));
}

/** Runs checks, and sets the exit code of this process if one fails. */
async function run(files: readonly string[], options: StartOptions[2], project?: StartOptions[3]): Promise<void> {
  if (files.length === 0) return;
  const settings: StartOptions[2] = {
    root,
    watch: false,
    reporters: ['verbose', summary],
    retry,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
    ...options,
  };
  const vitest = await startVitest('test', [...files], settings, project);
  await vitest.close();
}

const runProves = (files: readonly string[], maxWorkers = 2): Promise<void> =>
  run(files, {
    maxWorkers,
    config: false,
    include: ['test/**/*.prove.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    provide: { isLong: !isQuick },
  });

const runTests = (files: readonly string[]): Promise<void> =>
  // In its long form a test may use both cores of a small machine.
  run(files, { config: 'test/vitest.config.ts', maxWorkers: isQuick ? 2 : 1, provide: { isLong: !isQuick } });

/** The tests of the bindings, which `npm test` runs in Chromium. */
async function runInHappyDom(): Promise<void> {
  const { happyDomProject } = await import('../bindings/binding-projects.js');
  await run(['test/bindings'], { config: false }, happyDomProject(root));
}

/** Runs checks in another process, and prints their output when it ends. @param niceness 19: it gets what others leave */
function startBeside(files: readonly string[], niceness = 0): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.on('message', (results: TestResult[]) => summary.results.push(...results));
  if (child.pid !== undefined) setPriority(child.pid, niceness);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  return once(child, 'close').then(([exitCode]) => {
    process.stdout.write(Buffer.concat(output));
    if (exitCode !== 0) process.exitCode = 1;
  });
}

const matches = (file: string): boolean => filters.length === 0 || filters.some((filter) => file.includes(filter));

const except = (files: readonly string[], names: readonly string[]): string[] =>
  files.filter((file) => !names.includes(file));

async function runChecks(): Promise<void> {
  const proves = (await filesOf(/\.prove\.ts$/))
    .filter(matches)
    // `npm run verify` has the quick form of the bench.
    .filter((file) => !isQuick || file !== PERFORMANCE);
  const scaled = isQuick ? [] : await scaledTests();
  const tests = [...new Set([...scaled, ...(isReport ? provingTests() : [])])].filter(matches);
  const isInHappyDom = matches('happy-dom');
  if (proves.length + tests.length === 0 && !isInHappyDom)
    throw new Error(
      `No check of ${isQuick ? 'the quick form' : 'npm run prove'} has ${filters.join(' or ')} in its name.`,
    );
  if (isQuick || filters.length > 0) {
    const only = (names: readonly string[]): string[] => proves.filter((file) => names.includes(file));
    // Most of these wait for programs.
    await runProves(except(proves, [...TIMED, ...DELAYS, ...ALONE]), 3);
    await runProves(only(TIMED));
    await runProves(only([...DELAYS, ...ALONE]), 1);
    await runTests(tests);
  } else {
    await runProves([PERFORMANCE, ...ALONE], 1);
    // The soak also keeps times: at a lower priority, twenty pages of the check of tabs delay its scrapes by 45 s.
    const beside = [startBeside([SOAK]), startBeside([MONTH], 10), startBeside(COMPUTING, 19)];
    const timed = [...DELAYS, ...TIMED];
    await runProves(timed, 1);
    await runTests(tests.filter((file) => file === PAGES));
    const apart = [PERFORMANCE, ...ALONE, SOAK, MONTH, ...COMPUTING, ...timed, PAGES];
    // Most of the checks wait for programs, and most of the tests compute.
    await Promise.all([runProves(except(proves, apart)), runTests(except(tests, apart))]);
    console.log('Waiting for the checks that run beside.');
    await Promise.all(beside);
  }
  if (isInHappyDom) await runInHappyDom();
  summary.print();
  process.send?.(summary.results);
  if (isReport) await writeReport(summary.results, isQuick);
}

if (process.argv[2] === 'mutation') await judgeMutations(process.argv.slice(3));
else await runChecks();
