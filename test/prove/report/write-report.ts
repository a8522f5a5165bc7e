import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promises } from './promises.js';
import { proofPage, unprovenPromises, type TestResult } from './proof-page.js';

/** The test files that the page names and that are no long checks. */
export function provingTests(): string[] {
  const sources = Object.values(promises).flatMap((all) => all.flatMap(({ tests }) => tests));
  const files = sources.map((source) => `test/${[source].flat()[0]}`);
  return [...new Set(files)].filter((file) => !file.endsWith('.prove.ts'));
}

/** Writes docs/proof.md. Writes nothing, and fails, if a promise is not proven. */
export async function writeReport(results: readonly TestResult[], isQuick: boolean): Promise<void> {
  const unproven = unprovenPromises(promises, results, isQuick);
  if (unproven.length > 0) {
    process.exitCode = 1;
    console.log(`docs/proof.md is not written:\n${unproven.join('\n')}`);
    return;
  }
  const git = (...parameters: string[]): string => execFileSync('git', parameters, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain') !== '';
  const page = proofPage(promises, {
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    day: new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    machine: `${availableParallelism()} cores with Node ${process.versions.node}`,
    minutes: Math.round(process.uptime() / 60),
    isQuick,
    results,
  });
  await writeFile('docs/proof.md', page);
  console.log('docs/proof.md is written.');
}
