import { execFile } from 'node:child_process';
import ts from 'typescript';
import { root } from './root.js';

/** What a program did. */
export interface ProgramRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a process of its own, at the root: there the package finds itself by its own name, as built. */
export async function runProgram(source: string, environment: Record<string, string>): Promise<ProgramRun> {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...environment }, timeout: 15_000 };
    const child = execFile(process.execPath, ['--input-type=module', '-'], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(outputText);
  });
}
