import { fileURLToPath } from 'node:url';
import { parseCLI, startVitest, type TestModule } from 'vitest/node';
import { execute } from './support/execute.js';

/*
 * Runs the tests, with the arguments of `vitest run`. In CI, a file that runs programs or pages gets a second attempt: on
 * a busy machine the operating system may delay them for seconds. The output lists these files with the failure of the
 * first attempt. The files in one process of Node get none: a property test would draw other values.
 */
const WITHOUT_SECOND_ATTEMPT = new Set(['node', 'node-isolated']);
/** More delays at once have another cause than a busy machine. */
const MAX_SECOND_ATTEMPTS = 5;

/** No test reads the declarations of the package, which are made beside the tests. @returns the error */
const build = fileURLToPath(new URL('package/build.ts', import.meta.url));
const declarations = execute(process.execPath, [...process.execArgv, build, 'types']).then(
  () => undefined,
  (error: Error) => error.message,
);

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);

/** @returns the files that failed */
async function run(files: string[]): Promise<readonly TestModule[]> {
  const vitest = await startVitest('test', files, {
    ...options,
    config: fileURLToPath(new URL('vitest.config.ts', import.meta.url)),
  });
  const modules = vitest.state.getTestModules();
  const failed = modules.filter((module) => !module.ok());
  const hasSkipped = modules.some((module) => module.ok() && !module.children.allTests('skipped').next().done);
  const isWhole = vitest.state.getUnhandledErrors().length === 0 && !hasSkipped;
  await vitest.close();
  const mayRepeat =
    isWhole &&
    failed.length <= MAX_SECOND_ATTEMPTS &&
    failed.every(({ project }) => !WITHOUT_SECOND_ATTEMPT.has(project.name));
  return mayRepeat ? failed : [];
}

const failed = await run(filter);
if (process.env['CI'] !== undefined && failed.length > 0) {
  console.log('Second attempt, alone:');
  for (const { relativeModuleId } of failed) console.log(`  ${relativeModuleId}`);
  process.exitCode = 0;
  await run(failed.map(({ moduleId }) => moduleId));
}
const problem = await declarations;
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
