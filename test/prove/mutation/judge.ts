import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../docs/root.js';
import { equalMutants } from './equal-mutants.js';
import keptResults from './kept-results.json' with { type: 'json' };
import { LEAST_SCORE, modules, type JudgedModule } from './modules.js';
import { hashOf, runMutants, type MutationResult } from './run-mutants.js';

/**
 * Compares the mutation score of modules with their kept results, and sets the exit code of this process if a score is
 * lower or below {@link LEAST_SCORE}. A module whose files and tests are those of its kept result is not run.
 *
 * @param parameters names of modules, or parts of paths of their files; none for all modules. `--keep` keeps the results.
 */
export async function judgeMutations(parameters: readonly string[]): Promise<void> {
  const isKeeping = parameters.includes('--keep');
  const chosen = choose(parameters.filter((parameter) => parameter !== '--keep'));
  const results: Record<string, MutationResult> = { ...keptResults };
  const rows: Record<string, object> = {};
  for (const [name, module] of chosen) {
    const kept = results[name];
    const equal = Object.keys(equalMutants[name] ?? {});
    const facts = { equal: equal.length, kept: kept?.score };
    if (kept !== undefined && kept.hash === (await hashOf(module, equal))) {
      rows[name] = { score: kept.score, alive: kept.alive.length, ...facts, verdict: 'unchanged' };
      continue;
    }
    const startedAt = performance.now();
    const result = await runMutants(module, equal);
    if (isKeeping) await keep(Object.assign(results, { [name]: result }));
    const verdict = isKeeping ? 'kept' : verdictOf(result, kept);
    if (verdict === 'FALLEN' || result.score < LEAST_SCORE) process.exitCode = 1;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    rows[name] = { score: result.score, alive: result.alive.length, ...facts, verdict, seconds };
    console.log(`${name}: ${result.score} % (${verdict}) in ${seconds} s`);
    if (!isKeeping) for (const mutant of result.alive.filter((one) => !isKnown(one, kept))) console.log(mutant);
  }
  console.table(rows);
  if (process.exitCode === 1)
    console.error(`A mutation score has fallen, or is below ${LEAST_SCORE} %. A test must notice the mutants above.`);
}

const KEPT = join(root, 'test/prove/mutation/kept-results.json');

/** Writes a module a line. `npm run format` breaks the long ones. */
function keep(results: Readonly<Record<string, MutationResult>>): Promise<void> {
  const lines = Object.entries(results).map((entry) => entry.map((part) => JSON.stringify(part)).join(': '));
  return writeFile(KEPT, `{\n${lines.join(',\n')}\n}\n`);
}

function choose(selections: readonly string[]): [string, JudgedModule][] {
  const all = Object.entries(modules);
  if (selections.length === 0) return all;
  for (const selection of selections) {
    if (!all.some((entry) => isSelected(entry, selection)))
      throw new Error(
        `No module of test/prove/mutation/modules.ts is named ${selection}, or has a file with it in its path.`,
      );
  }
  return all.filter((entry) => selections.some((selection) => isSelected(entry, selection)));
}

function isSelected([name, { files }]: [string, JudgedModule], selection: string): boolean {
  return name === selection || files.some((path) => `src/${path}`.includes(selection));
}

function verdictOf(result: MutationResult, kept: MutationResult | undefined): string {
  if (kept === undefined) return 'new';
  return result.score < kept.score ? 'FALLEN' : 'holds';
}

/** Whether the same mutant was alive before, perhaps in another line or file. */
function isKnown(mutant: string, kept: MutationResult | undefined): boolean {
  return (kept?.alive ?? []).some((known) => changeOf(known) === changeOf(mutant));
}

/** A mutant without its place. */
const changeOf = (mutant: string): string => mutant.slice(mutant.indexOf(' ') + 1);
