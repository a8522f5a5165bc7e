import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import type { MutantResult } from '@stryker-mutator/api/core';
import { root } from '../../docs/root.js';
import type { JudgedModule } from './modules.js';

export interface MutationResult {
  /** The share of the mutants that a test notices, per cent, without those that behave as the original code does. */
  readonly score: number;
  /** The mutants that no test notices: the place, the mutator, the original text and its replacement. */
  readonly alive: readonly string[];
  /** The {@link hashOf} of what was judged. The result holds while it is the same. */
  readonly hash: string;
}

/** The hash of the files and tests of a module, and of its equal mutants. */
export async function hashOf({ files, tests }: JudgedModule, equal: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = [...files.map((path) => `src/${path}`), ...tests.map((path) => `test/${path}`)];
  for (const path of paths.toSorted()) hash.update(`${path}\n`).update(await readFile(join(root, path)));
  for (const mutant of equal.toSorted()) hash.update(`${mutant}\n`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Runs the tests of a module once for each of its mutants.
 *
 * @param equal the mutants that no test can notice, without the numbers of their lines
 * @throws Error if a test notices each mutant of a text in `equal`, or if there is none with this text
 */
export async function runMutants(module: JudgedModule, equal: readonly string[]): Promise<MutationResult> {
  const hash = await hashOf(module, equal);
  const texts = module.files.map(async (path) => [path, await readFile(join(root, 'src', path), 'utf8')] as const);
  const originals = new Map(await Promise.all(texts));
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'test/prove/mutation/ignore-texts.mjs')],
    ignorers: ['texts'],
    mutate: module.files.map((path) => `src/${path}`),
    testFiles: module.tests.map((path) => `test/${path}`),
    vitest: { configFile: 'test/prove/mutation/vitest.config.ts', related: false },
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    disableTypeChecks: false,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    concurrency: 1,
    // The mutated copy of the project. Vitest would run files in `node_modules` once, and not once for each test file.
    tempDirName: 'coverage/mutation',
    ignorePatterns: ['*', '!package.json', '!tsconfig.json', '!src', '!src/**', '!test', '!test/**', 'test/bindings'],
    // For mutants that loop for ever. A busy machine may take twice as long as for the first run of the tests.
    timeoutMS: 5000,
    timeoutFactor: 2,
  }).runMutationTest();
  return { ...summarize(results, originals, equal), hash };
}

function summarize(results: readonly MutantResult[], originals: ReadonlyMap<string, string>, equal: readonly string[]) {
  const describe = ({ fileName, location, mutatorName, replacement }: MutantResult): string => {
    const path = relative(join(root, 'src'), fileName);
    const original = shorten(textAt(originals.get(path) ?? '', location));
    return `${path}:${location.start.line} ${mutatorName}: ${original} -> ${shorten(replacement)}`;
  };
  const survivors = results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(describe)
    .toSorted(new Intl.Collator('en', { numeric: true }).compare);
  const alive = survivors.filter((mutant) => !equal.includes(withoutLine(mutant)));
  // A busy machine may end the tests of an equal mutant by the time limit.
  const unnoticed = [...survivors, ...results.filter(({ status }) => status === 'Timeout').map(describe)].map(
    withoutLine,
  );
  const noticed = equal.filter((mutant) => !unnoticed.includes(mutant));
  if (noticed.length > 0) throw new Error(`A test notices these mutants, or they are gone. ${noticed.join('; ')}`);
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const all = killed + alive.length;
  return { score: all === 0 ? 100 : Math.round((10_000 * killed) / all) / 100, alive };
}

const withoutLine = (mutant: string): string => mutant.replace(/:\d+ /, ' ');

function textAt(text: string, { start, end }: MutantResult['location']): string {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
