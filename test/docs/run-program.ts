import { execFile } from 'node:child_process';
import ts from 'typescript';
import { root } from './root.js';

/** A module of TypeScript. */
export interface ProgramFile {
  /** Its name, such as `manual-clock.ts`. */
  readonly file: string;
  readonly source: string;
}

/**
 * Runs a program in a separate process in the root, where `fleetglass` resolves to the built package.
 *
 * @param files the files that the program imports from its own folder. They do not import each other.
 */
export async function runProgram(
  source: string,
  files: readonly ProgramFile[],
  environment: Record<string, string>,
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const program = files.reduce((code, file) => inline(code, file), withoutTypes(source));
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...environment }, timeout: 50_000 };
    const child = execFile(process.execPath, ['--input-type=module', '-'], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(program);
  });
}

/** Replaces the import of a file by a data URL with its content, so that no file is written. */
function inline(code: string, { file, source }: ProgramFile): string {
  const url = `data:text/javascript;base64,${Buffer.from(withoutTypes(source)).toString('base64')}`;
  return code.replaceAll(`'./${file.replace('.ts', '.js')}'`, `'${url}'`);
}

function withoutTypes(source: string): string {
  const { ES2022 } = ts.ScriptTarget;
  return ts.transpileModule(source, {
    compilerOptions: { target: ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  }).outputText;
}
