import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../docs/root.js';
import { execute } from '../support/execute.js';

const COMPILER_OPTIONS = { module: 'nodenext', target: 'es2022', strict: true, skipLibCheck: true };

/** The errors in files of a folder. @param compiler the folder in which TypeScript is installed. @default this project's */
export async function typeErrors(
  folder: string,
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
  compiler = root,
): Promise<string> {
  const compilerOptions = { ...COMPILER_OPTIONS, ...options };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return projectErrors(folder, compiler);
}

/** The errors of a folder with a `tsconfig.json`. @param compiler as above */
export function projectErrors(folder: string, compiler = root): Promise<string> {
  const tsc = join(compiler, 'node_modules/typescript/bin/tsc');
  return execute(process.execPath, [tsc, '--noEmit'], { cwd: folder }).then(
    ({ stdout }) => stdout,
    // tsc prints its errors and then fails, so the output is the result. Without output, tsc did not run or was killed.
    (error: Error & { stdout: string; stderr: string }) => error.stdout + error.stderr || error.message,
  );
}
