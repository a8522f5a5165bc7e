import type { Figures } from '../../support/figures.js';
import type { Promised, TestSource } from './promises.js';

export interface TestResult {
  /** Below the root of the project. */
  readonly file: string;
  readonly name: string;
  readonly hasPassed: boolean;
  readonly figures?: Figures | undefined;
}

export interface Run {
  readonly commit: string;
  /** Such as `26 November 2026`. */
  readonly day: string;
  readonly machine: string;
  readonly minutes: number;
  readonly isQuick: boolean;
  readonly results: readonly TestResult[];
}

type Promises = Readonly<Record<string, readonly Promised[]>>;

/** The whole bench. The short form of the checks leaves it to `npm run verify`. */
export const PERFORMANCE = 'test/prove/performance.prove.ts';

/** The promises of which the run shows nothing, or which a failed test contradicts. */
export function unprovenPromises(promises: Promises, results: readonly TestResult[], isQuick: boolean): string[] {
  return Object.values(promises)
    .flat()
    .flatMap(({ promise, tests }) =>
      tests.flatMap((source) => {
        const found = resultsOf(source, results);
        if (isQuick && `test/${[source].flat()[0]}` === PERFORMANCE) return [];
        if (found.length === 0) return `${promise} No test ran: ${[source].flat().join(' > ')}`;
        const failed = found.filter(({ hasPassed }) => !hasPassed);
        return failed.map(({ file, name }) => `${promise} Failed: ${file} > ${name}`);
      }),
    );
}

export function proofPage(promises: Promises, { results, ...run }: Run): string {
  const sections = Object.entries(promises).flatMap(([subject, all]) => [
    `## ${subject}`,
    '',
    '| promise | tried | while | lost | tests |',
    '| --- | --- | --- | --- | --- |',
    ...all.map((each) => rowOf(each, results)),
    '',
  ]);
  return [...headOf(run), ...sections].join('\n');
}

function headOf({ commit, day, machine, minutes, isQuick }: Omit<Run, 'results'>): string[] {
  const command = `npm run prove -- --report${isQuick ? ' --quick' : ''}`;
  return [
    '# Proof',
    '',
    `What fleetglass promises, and what happened when it was tried. \`${command}\` has written this page, and every figure in it, on ${day}`,
    `at commit ${commit}, on ${machine}, in ${minutes} minutes. All tests that it names passed, or there would be no page.`,
    '',
    'A number of tests stands where the tests report no other figure. To try one promise yourself, run its file:',
    '`npm run prove -- NAME` in the long form, with a part of the name of the file.',
    '',
  ];
}

function rowOf({ promise, under, tests }: Promised, results: readonly TestResult[]): string {
  const found = tests.flatMap((source) => resultsOf(source, results));
  const figures = found.flatMap((result) => result.figures ?? []);
  const others = found.length - figures.length;
  const tried = [
    ...figures.map((each) => each.tried),
    ...(others > 0 ? [others === 1 ? '1 test' : `${others} tests`] : []),
  ];
  const lost = figures.flatMap((each) => each.lost ?? []);
  const files = [...new Set(tests.map((source) => [source].flat()[0] as string))];
  const links = files.map((file) => `[${file.replace(/^.*\/|\.(?:test|prove)\.tsx?$/g, '')}](../test/${file})`);
  const outcome =
    found.length === 0 ? ['only by the long form', under, ''] : [tried.join('; '), under, lost.join('; ') || 'nothing'];
  const cells = [promise, ...outcome, links.join(', ')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function resultsOf(source: TestSource, results: readonly TestResult[]): TestResult[] {
  const [file, names = ''] = [source].flat();
  return results.filter((result) => result.file === `test/${file}` && result.name.startsWith(names));
}
