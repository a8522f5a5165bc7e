import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import '../support/scale.js';
import { judgeMutations } from './mutation/judge.js';

/*
 * The long checks. `npm run prove` runs `test/prove/*.prove.ts`, and each test file that `npm test` runs in a short form,
 * both in their long form. `npm run prove -- --quick` runs the prove files in their short form, and of the test files
 * those of the documents in their long form: each framework is documented by itself. Other arguments select files by name.
 * `npm run prove -- mutation` runs only the mutants, which take hours.
 */
const isQuick = process.argv.includes('--quick');
const filters = process.argv.slice(2).filter((argument) => argument !== '--quick');
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The test files that choose with `scaled` how much they do. */
async function scaledTests(): Promise<string[]> {
  const names = await readdir(join(root, 'test'), { recursive: true });
  const tests = names.filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'));
  const texts = await Promise.all(tests.map((name) => readFile(join(root, 'test', name), 'utf8')));
  return tests.filter((_, at) => texts[at]?.includes("support/scale.js'")).map((name) => `test/${name}`);
}

/** Runs checks, and sets the exit code of this process if one fails. */
async function run(files: readonly string[], options: Parameters<typeof startVitest>[2]): Promise<void> {
  const vitest = await startVitest('test', [...files], { root, watch: false, reporters: ['verbose'], ...options });
  await vitest.close();
}

/** A check does much, and each may use both cores of a small machine. */
const timeouts = { fileParallelism: false, testTimeout: 600_000, hookTimeout: 600_000 };

const matches = (file: string): boolean => filters.length === 0 || filters.some((filter) => file.includes(filter));

async function runChecks(): Promise<void> {
  const proves = (await readdir(join(root, 'test/prove'))).filter((name) => name.endsWith('.prove.ts'));
  const chosenProves = proves.map((name) => `test/prove/${name}`).filter(matches);
  const chosenTests = (await scaledTests()).filter(
    (file) => matches(file) && (!isQuick || file.startsWith('test/docs/')),
  );
  if (chosenProves.length + chosenTests.length === 0)
    throw new Error(
      `No check of ${isQuick ? 'the quick form' : 'npm run prove'} has ${filters.join(' or ')} in its name.`,
    );
  if (chosenProves.length > 0)
    await run(chosenProves, {
      config: false,
      include: ['test/prove/**/*.prove.ts'],
      globalSetup: ['test/support/global-setup.ts'],
      ...timeouts,
      provide: { isLong: !isQuick },
    });
  if (chosenTests.length > 0)
    await run(chosenTests, { ...timeouts, config: 'test/vitest.config.ts', provide: { isLong: true } });
}

if (process.argv[2] === 'mutation') await judgeMutations(process.argv.slice(3));
else await runChecks();
